"""Wormcast plans multicasts on networks with wormhole switching, judges the plans, proves that they cannot deadlock,
and runs them in time.

>>> import wormcast
>>> mesh = wormcast.Network("mesh:8x8")
>>> plan = mesh.plan("dual-path", "2,1", ["3,2", "6,1"])
>>> plan.cost
Cost(channels=6, longest_path=4, rounds=1, worms=2)
>>> bool(plan.check()), plan.simulate().latency_ns
(True, 1470.0)
>>> mesh.prove("dual-path").answer
'deadlock-free'

Names and defaults are those of the command line, with ``_`` for ``-``. See "Python in ten minutes" in the documentation.
"""

import atexit

from . import _wormcast, errors
from ._own import Worm, routing, scheme, topology
from ._results import Comparison, Figure, Groups, Mending, Proposal, Replanned, Together, plan_groups, reproduce
from ._sweep import Sweep, sweep
from ._wormcast import Cost, Network, Plan, Proof, Report, Run
from ._wormcast import listed as list_all
from ._wormcast import prove_fabric
from .errors import BadFile, BadOption, Error, NotProved, Unreachable, Unserved, UnknownName

# Calls from the library into Python end before Python does.
atexit.register(_wormcast.await_calls)

__all__ = [
    "BadFile",
    "BadOption",
    "Comparison",
    "Cost",
    "Error",
    "Figure",
    "Groups",
    "Mending",
    "Network",
    "NotProved",
    "Plan",
    "Proof",
    "Proposal",
    "Replanned",
    "Report",
    "Run",
    "Sweep",
    "Together",
    "Unreachable",
    "Unserved",
    "UnknownName",
    "Worm",
    "errors",
    "list_all",
    "plan_groups",
    "prove_fabric",
    "reproduce",
    "routing",
    "scheme",
    "sweep",
    "topology",
]
