# ---
# jupyter:
#   jupytext:
#     text_representation:
#       format_name: percent
# ---

# %% [markdown]
# # A load curve with a scheme of one's own
#
# A mesh with two dead tiles, dual-path, and a scheme of our own: one tree for all, but every multicast goes by the part
# of it that it needs. It is proved, and measured under load beside dual-path.

# %%
import networkx as nx

import wormcast


@wormcast.scheme("middle-tree", routes=lambda network: parents(network))
class MiddleTree:
    """Up a tree of shortest ways from the middle of the network, and down it to the destinations."""

    def __init__(self, network):
        self.parents = parents(network)

    def up(self, node):
        way = [node]
        while self.parents[way[-1]] is not None:
            way.append(self.parents[way[-1]])
        return way

    def plan(self, source, destinations):
        ways = [self.up(node) for node in destinations]
        climb = self.up(source)
        # As far up as the first node above the source and all destinations.
        top = next(node for node in climb if all(node in way for way in ways))
        edges = list(zip(climb, climb[1 : climb.index(top) + 1]))
        seen = {top}
        # What is on the way up has the message already.
        for way in (way for way in ways if way[0] not in climb):
            down = way[: way.index(top) + 1][::-1]
            edges += [edge for edge in zip(down, down[1:]) if edge[1] not in seen]
            seen.update(down)
        return [wormcast.Worm(edges=edges)] if edges else []


def parents(network):
    graph = network.to_networkx()
    middle = min(nx.center(graph))
    return {middle: None, **dict(nx.bfs_predecessors(graph, middle))}


# %% [markdown]
# It is a scheme like others: it is judged, and proved safe.

# %%
mesh = wormcast.Network("mesh:6x6", without_nodes=["2,2", "4,3"])
plan = mesh.plan("middle-tree", "0,0", mesh.random_destinations("0,0", 6, seed=3))
assert plan.check(), plan.check().faults
proof = mesh.prove("middle-tree")
proof.verify()
plan

# %% [markdown]
# The load curve: messages to six destinations, beside dual-path.

# %%
experiment = {
    "topology": "mesh:6x6",
    "without_nodes": ["2,2", "4,3"],
    "schemes": ["dual-path", "middle-tree"],
    "loads": [0.005, 0.02, 0.04],
    "traffic": {"multicast_share": 1, "multicast": {"destinations": 6}},
    "timing": {"length_flits": 32},
    "statistics": {"half_width_share": 0.05, "max_messages": 20000},
}
result = wormcast.sweep(experiment, "middle-tree", resume=True)
frame = result.to_pandas().query("traffic == 'all'")
curves = frame.pivot(index="load", columns="scheme", values="mean_latency_ns")
curves

# %%
curves.plot(marker="o", xlabel="messages per node per µs", ylabel="mean latency, ns")
