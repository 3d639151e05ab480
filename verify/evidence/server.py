"""How the server of workers lives: the first thing that it loads. Elsewhere it does nothing.

All that the server loads stays, so there is no garbage to look for, and pages of it that are never touched
again are shared with its copies. A worker switches the collector on (`processes.initialise_worker`). The
server leaves its memory to the system when it ends: taking torch's objects apart takes half as long as
loading them. It leads a group of its own, with its copies: a signal that ends the command, as that of
`timeout`, goes to the command's group, and what the workers found by then is told.
"""

import atexit
import gc
import os

from .processes import SERVER

if SERVER in os.environ:
    gc.disable()
    os.setpgid(0, 0)
    # Registered before all that is loaded later, it is called after what that registers.
    atexit.register(os._exit, 0)
