"""How long many trees take to be changed where a node or a link is lost, and where a member joins or leaves. Needs the
package `wormcast`, built as `pip install ./python` does.

python3 scripts/replan-times.py [PLANS (1000) [NETWORK (torus:64x64)]]

Plans to 10 destinations each; a row for each kind of trees and change: how many plans change, how many table entries, whether
old and new routes close no cycle, and the milliseconds of `Network.replan`, the best of five runs. Files of plans are read
apart: what all of them take stands in the last column. Both are processor time.
"""

import sys
import time

import wormcast

SAFE = {"within": "up-down"}
SCHEMES = [("steiner", SAFE), ("shortest-path-tree", SAFE), ("shortest-path-tree", {}), ("ner", {})]
DESTINATIONS, RUNS = 10, 5


def best(work):
    """The best of some runs, in ms of processor time, and what the last one gave."""
    spent = []
    for _ in range(RUNS):
        begun = time.process_time()
        result = work()
        spent.append(1000 * (time.process_time() - begun))
    return min(spent), result


def plans_of(network, scheme, options, count):
    sources = [network.nodes[97 * number % len(network)] for number in range(count)]
    to = [network.random_destinations(source, DESTINATIONS, number) for number, source in enumerate(sources)]
    return [network.plan(scheme, source, nodes, **options) for source, nodes in zip(sources, to)]


def changes(network, plan):
    """A node and a link in the middle of a plan, and members of it."""
    hop = plan.worms[0]["route"][plan.cost.channels // 2]
    members = plan.destinations
    stranger = next(node for node in network.nodes if node not in members and node != plan.source)
    yield "a node is lost", {"without_nodes": [hop[1]]}
    yield "a link is lost", {"without_links": [(hop[1], hop[2])]}
    yield "a member joins", {"join": {0: [stranger]}}
    yield "a member leaves", {"leave": {0: [members[0]]}}


count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
network = wormcast.Network(sys.argv[2] if len(sys.argv) > 2 else "torus:64x64")
print("| trees | change | plans changed | entries | free | ms | reading, ms |\n|---|---|---|---|---|---|---|")
for scheme, options in SCHEMES:
    plans = plans_of(network, scheme, options, count)
    name = " ".join([scheme, *(f"--{key} {value}" for key, value in options.items())])
    texts = [plan.to_json() for plan in plans]
    begun = time.process_time()
    for text in texts:
        wormcast.Plan.load(text, network)
    reading = 1000 * (time.process_time() - begun)
    for what, change in changes(network, plans[0]):
        spent, replanned = best(lambda: network.replan(plans, **change))
        told = replanned.to_dict()
        free = "yes" if replanned.free_while_changing else "no"
        print(f"| `{name}` | {what} | {len(replanned.changed)} | {told['entries']} | {free} | {spent:.0f} | {reading:.0f} |", flush=True)
