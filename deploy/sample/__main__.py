from __future__ import annotations

import sys

from deploy.sample.site import main

if __name__ == "__main__":
    main(sys.argv[1:])
