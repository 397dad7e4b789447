"""What TABLE and COLLECTION share: reading a foreign database on from a position (requirement C3). Pure."""
