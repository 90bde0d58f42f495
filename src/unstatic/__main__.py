"""`python -m unstatic`."""

import sys

from unstatic.cli import main

sys.exit(main())
