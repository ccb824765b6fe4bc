#!/usr/bin/env python3
"""How light the trees of rig's neighbour exploring routing are on the networks that an example has written:

    cargo run --release -p wormcast-schemes --example light_trees 100 FOLDER
    python3 scripts/compare-ner.py FOLDER

Prints the mean number of links, the mean depth and the milliseconds for a tree. Needs rig, the tools of SpiNNaker machines;
the networks are hexagonal tori of 12 x 12 chips, some of them dead.
"""

import collections
import collections.abc
import inspect
import json
import sys
import time
from pathlib import Path

# rig is older than what Python has taken away since.
inspect.getargspec = lambda f: collections.namedtuple("Spec", "args varargs keywords defaults")(
    *inspect.getfullargspec(f)[:4]
)
for name in ("Iterable", "Mapping", "MutableMapping", "Set", "Callable"):
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))

from rig.links import Links  # noqa: E402
from rig.netlist import Net  # noqa: E402
from rig.place_and_route import Cores, Machine  # noqa: E402
from rig.place_and_route.route.ner import route  # noqa: E402
from rig.place_and_route.routing_tree import RoutingTree  # noqa: E402

SIDE = 12
STEPS = {
    Links.east: (1, 0),
    Links.north_east: (1, 1),
    Links.north: (0, 1),
    Links.west: (-1, 0),
    Links.south_west: (-1, -1),
    Links.south: (0, -1),
}


def place(name: str) -> tuple[int, ...]:
    return tuple(map(int, name.split(",")))


def machine(network: dict) -> Machine:
    chips = {place(node["id"]) for node in network["nodes"]}
    links = {(place(link["source"]), place(link["target"])) for link in network["links"]}
    dead_chips = {(x, y) for x in range(SIDE) for y in range(SIDE)} - chips
    dead_links = {
        (x, y, link)
        for x, y in chips
        for link, (dx, dy) in STEPS.items()
        if ((x, y), ((x + dx) % SIDE, (y + dy) % SIDE)) not in links
    }
    return Machine(SIDE, SIDE, chip_resources={Cores: 18}, dead_chips=dead_chips, dead_links=dead_links)


def size(tree: RoutingTree) -> tuple[int, int]:
    """Its links, and the depth of its deepest chip."""
    links, deepest, left = 0, 0, [(tree, 0)]
    while left:
        node, depth = left.pop()
        deepest = max(deepest, depth)
        below = [child for _, child in node.children if isinstance(child, RoutingTree)]
        links += len(below)
        left += [(child, depth + 1) for child in below]
    return links, deepest


def main() -> None:
    sums = collections.defaultdict(lambda: [0, 0, 0.0, 0])
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        chips = [place(name) for name in path.with_suffix(".set").read_text().split()]
        vertices = [object() for _ in chips]
        net = Net(vertices[0], vertices[1:])
        needs, cores = {v: {Cores: 1} for v in vertices}, {v: {Cores: slice(1, 2)} for v in vertices}
        torus = machine(json.loads(path.read_text()))
        start = time.process_time()
        tree = route(needs, [net], torus, [], dict(zip(vertices, chips)), cores)[net]
        seconds = time.process_time() - start
        links, depth = size(tree)
        entry = sums[int(path.name.split("-")[0])]
        for index, value in enumerate((links, depth, seconds, 1)):
            entry[index] += value
    print(f"{'destinations':>12}{'links':>8}{'depth':>8}{'ms':>9}")
    for count, (links, depth, seconds, trees) in sorted(sums.items()):
        print(f"{count:>12}{links / trees:>8.2f}{depth / trees:>8.2f}{1000 * seconds / trees:>9.2f}")


if __name__ == "__main__":
    main()
