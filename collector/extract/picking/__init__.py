"""From a click on a page to selectors that will hold: the server's side of the template studio's picker (pure)."""

from collector.extract.picking.field import Candidate, Picked, pick
from collector.extract.picking.lists import ListChoice, pick_list
from collector.extract.picking.tree import STAMP, Numbered, stamped

__all__ = ["STAMP", "Candidate", "ListChoice", "Numbered", "Picked", "pick", "pick_list", "stamped"]
