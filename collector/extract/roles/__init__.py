"""What each block of a page is: features of every block, a small trained forest over them, and the kind of the page."""
