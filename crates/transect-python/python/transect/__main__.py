"""`python -m transect` is the command `transect`."""

import sys

from ._command import main

sys.exit(main())
