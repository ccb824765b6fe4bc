"""How far `plan-all` is from its lower bounds, and how long the command takes: patterns, and random workloads.

python3 scripts/plan-all-gaps.py [COMMAND (wormcast) [RANDOM WORKLOADS (20)]]
"""

import json
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = sys.argv[1] if len(sys.argv) > 1 else "wormcast"
WORKLOADS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
LENGTH = 16
PATTERNS = ["all-gather", "rows", "columns", "halo", "tensor:4", "pipeline"]
OBJECTIVES = ["load", "rounds", "makespan"]
SIDE = 8


def planned(topology, workload, objective):
    """The value, the bound, and the seconds of processor time of the command."""
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [COMMAND, "plan-all", workload, "--topology", topology, "--objective", objective, "--length", str(LENGTH)]
    told = subprocess.run([*words, "--format", "json"], capture_output=True, check=True).stdout
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    (phase,) = json.loads(told)["phases"]
    return phase["value"], phase["lower_bound"], ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime


def told(value, bound):
    return f"{value:g}" if value == bound else f"{value:g} ({bound:g})"


def random_workload(path, count, size, seed):
    """Sources in turn, and for each of them some destinations at random."""
    draws = random.Random(seed)
    nodes = [f"{x},{y}" for y in range(SIDE) for x in range(SIDE)]
    rows = ["source,destinations,flits"]
    for number in range(count):
        source = nodes[(seed * 31 + 7 * number) % len(nodes)]
        to = draws.sample([node for node in nodes if node != source], size)
        rows.append(f'"{source}","{" ".join(to)}",{LENGTH}')
    path.write_text("\n".join(rows) + "\n")


def patterns():
    print("| pattern | network | load | rounds | makespan, ns | processor time, ms |\n|---|---|---|---|---|---|")
    for pattern in PATTERNS:
        for topology in (f"mesh:{SIDE}x{SIDE}", f"torus:{SIDE}x{SIDE}"):
            found = [planned(topology, pattern, objective) for objective in OBJECTIVES]
            cells = " | ".join(told(value, bound) for value, bound, _ in found)
            spent = " ".join(f"{1000 * seconds:.0f}" for *_, seconds in found)
            print(f"| `{pattern}` | {topology} | {cells} | {spent} |", flush=True)


def random_workloads(path):
    print("\n| network | multicasts | destinations | load | rounds | makespan | processor time, ms |\n|---|---|---|---|---|---|---|")
    for family, count, size in [("mesh", 16, 8), ("mesh", 64, 8), ("torus", 64, 8), ("torus", 64, 32)]:
        topology = f"{family}:{SIDE}x{SIDE}"
        gaps, spent = [[] for _ in OBJECTIVES], [[] for _ in OBJECTIVES]
        for seed in range(WORKLOADS):
            random_workload(path, count, size, seed)
            for place, objective in enumerate(OBJECTIVES):
                value, bound, seconds = planned(topology, str(path), objective)
                gaps[place].append(100 * (value / bound - 1))
                spent[place].append(1000 * seconds)
        mean = lambda numbers: f"{sum(numbers) / len(numbers):.0f}"
        cells = " | ".join(f"{mean(gap)} %" for gap in gaps)
        print(f"| {topology} | {count} | {size} | {cells} | {' '.join(map(mean, spent))} |", flush=True)


patterns()
with tempfile.TemporaryDirectory() as folder:
    random_workloads(Path(folder, "workload.csv"))
