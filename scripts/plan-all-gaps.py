"""How far `plan-all` is from its lower bounds, and how long it takes: patterns, and random workloads. Needs the package `wormcast`.

python3 scripts/plan-all-gaps.py [RANDOM WORKLOADS (20)]
"""

import sys
import time

import wormcast

LENGTH = 16
PATTERNS = ["all-gather", "rows", "columns", "halo", "tensor:4", "pipeline"]
OBJECTIVES = ["load", "rounds", "makespan"]


def planned(network, workload, objective):
    """The value, the bound, and the seconds of processor time."""
    begun = time.process_time()
    (phase,) = network.plan_all(workload, objective, length=LENGTH).to_dict()["phases"]
    return phase["value"], phase["lower_bound"], time.process_time() - begun


def told(value, bound):
    return f"{value:g}" if value == bound else f"{value:g} ({bound:g})"


def random_workload(network, count, size, seed):
    sources = [network.nodes[(seed * 31 + 7 * number) % len(network)] for number in range(count)]
    to = [network.random_destinations(source, size, seed * 1000 + number) for number, source in enumerate(sources)]
    return {"multicast": [{"source": source, "to": nodes, "flits": LENGTH} for source, nodes in zip(sources, to)]}


def patterns():
    print("| pattern | network | load | rounds | makespan, ns | processor time, ms |\n|---|---|---|---|---|---|")
    for pattern in PATTERNS:
        for topology in ("mesh:8x8", "torus:8x8"):
            found = [planned(wormcast.Network(topology), pattern, objective) for objective in OBJECTIVES]
            cells = " | ".join(told(value, bound) for value, bound, _ in found)
            spent = " ".join(f"{1000 * seconds:.0f}" for *_, seconds in found)
            print(f"| `{pattern}` | {topology} | {cells} | {spent} |", flush=True)


def random(workloads):
    print("\n| network | multicasts | destinations | load | rounds | makespan | processor time, ms |\n|---|---|---|---|---|---|---|")
    for topology, count, size in [("mesh:8x8", 16, 8), ("mesh:8x8", 64, 8), ("torus:8x8", 64, 8), ("torus:8x8", 64, 32)]:
        network = wormcast.Network(topology)
        gaps, spent = [], []
        for objective in OBJECTIVES:
            found = [planned(network, random_workload(network, count, size, seed), objective) for seed in range(workloads)]
            gaps.append(100 * sum(value / bound - 1 for value, bound, _ in found) / len(found))
            spent.append(1000 * sum(seconds for *_, seconds in found) / len(found))
        cells = " | ".join(f"{gap:.0f} %" for gap in gaps)
        print(f"| {topology} | {count} | {size} | {cells} | {' '.join(f'{ms:.0f}' for ms in spent)} |", flush=True)


patterns()
random(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
