"""`catchment copy`: moves everything kept from one set of backends to another and proves that it arrived (requirement D5)."""
