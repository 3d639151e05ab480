"""Importing it switches the garbage collector off: the first thing that the server of workers loads.

All that the server loads stays, so there is no garbage to look for, and pages of it that are never touched
again are shared with its copies. A worker switches it on (`processes.initialise_worker`).
"""

import gc

gc.disable()
