#!/usr/bin/env python3
"""How light the Steiner trees of networkx are on the networks that an example has written:

    cargo run --release -p wormcast-schemes --example light_trees 100 FOLDER
    python3 scripts/compare-trees.py FOLDER

Prints the mean number of links, the mean depth (of the farthest destination, from the source) and the milliseconds for
a tree, for each number of destinations and method. Needs networkx; the networks are two-way, so a tree of links is a
tree of channels from any source.
"""

import json
import sys
import time
from collections import defaultdict
from pathlib import Path

import networkx
from networkx.algorithms.approximation import steiner_tree


def main() -> None:
    sums = defaultdict(lambda: [0, 0, 0.0, 0])
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        network = networkx.node_link_graph(json.loads(path.read_text()), edges="links").to_undirected()
        terminals = path.with_suffix(".set").read_text().split()
        for method in ("kou", "mehlhorn"):
            start = time.process_time()
            tree = steiner_tree(network, terminals, method=method)
            spent = time.process_time() - start
            # The source comes first.
            hops = networkx.single_source_shortest_path_length(tree, terminals[0])
            depth = max(hops[terminal] for terminal in terminals)
            entry = sums[int(path.name.split("-")[0]), method]
            entry[:] = [old + new for old, new in zip(entry, [tree.number_of_edges(), depth, spent, 1], strict=True)]
    print(f"{'destinations':>12}  {'method':<10}{'links':>8}{'depth':>7}{'ms':>9}")
    for (count, method), (links, depth, seconds, trees) in sorted(sums.items()):
        print(f"{count:>12}  {method:<10}{links / trees:>8.2f}{depth / trees:>7.1f}{1000 * seconds / trees:>9.2f}")


if __name__ == "__main__":
    main()
