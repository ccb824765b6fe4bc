#!/usr/bin/env python3
"""How light the Steiner trees of networkx are on the networks that an example has written:

    cargo run --release -p wormcast-schemes --example light_trees 100 FOLDER
    python3 scripts/compare-trees.py FOLDER

Prints the mean number of links and the milliseconds for a tree, for each number of destinations and method. Needs
networkx; the networks are two-way, so a tree of links is a tree of channels from any source.
"""

import json
import sys
import time
from collections import defaultdict
from pathlib import Path

import networkx
from networkx.algorithms.approximation import steiner_tree


def main() -> None:
    sums = defaultdict(lambda: [0, 0.0, 0])
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        network = networkx.node_link_graph(json.loads(path.read_text()), edges="links").to_undirected()
        terminals = path.with_suffix(".set").read_text().split()
        for method in ("kou", "mehlhorn"):
            start = time.process_time()
            links = steiner_tree(network, terminals, method=method).number_of_edges()
            entry = sums[int(path.name.split("-")[0]), method]
            entry[0] += links
            entry[1] += time.process_time() - start
            entry[2] += 1
    print(f"{'destinations':>12}  {'method':<10}{'links':>8}{'ms':>9}")
    for (count, method), (links, seconds, trees) in sorted(sums.items()):
        print(f"{count:>12}  {method:<10}{links / trees:>8.2f}{1000 * seconds / trees:>9.2f}")


if __name__ == "__main__":
    main()
