"""Schemes, routings and topologies written in Python are taken like built-in ones."""

import random

import networkx as nx
import numpy as np
import pytest
from dual_path import PyDualPath
from own import py_unicast

import wormcast
from wormcast import Network, Worm


@wormcast.scheme("py-star", topologies="meshes")
def py_star(network, source, destinations, *, far_first=False, copies=1, root="0,0"):
    """Unicasts with options of all kinds."""
    assert isinstance(far_first, bool) and isinstance(copies, int) and isinstance(root, str)
    return py_unicast(network, source, list(reversed(destinations)) if far_first else destinations)


def random_set(network, count, seed):
    draw = random.Random(seed)
    source = draw.choice(network.nodes)
    return source, network.random_destinations(source, count, seed)


@pytest.mark.parametrize("topology", ["mesh:8x8", "hypercube:5", "star:4"])
def test_a_dual_path_in_python_is_that_of_the_library(topology):
    network = Network(topology)
    for seed in range(20):
        source, destinations = random_set(network, 6, seed)
        own = network.plan(PyDualPath, source, destinations)
        assert own.worms == network.plan("dual-path", source, destinations).worms
        assert own.check()


def test_an_own_scheme_is_planned_checked_proved_and_run():
    mesh = Network("mesh:6x6")
    plan = mesh.plan("py-unicast", (0, 0), ["3,2", (5, 5), "0,4"])
    assert plan.scheme == "py-unicast" and plan.cost.worms == 3
    assert plan.check() and plan.simulate().outcome == "delivered" and plan.prove()
    # Nobody says which routes it takes: no proof about all sets, and no deadlock on a mesh.
    assert mesh.prove(py_unicast, budget=1).answer == "unknown"
    proof = mesh.prove("py-dual-path")
    assert proof.answer == "deadlock-free"
    proof.verify()
    assert mesh.compare("0,0", ["3,3", "5,0"], schemes=["dual-path", "py-dual-path"])


def test_a_deadlock_of_an_own_scheme_is_found():
    @wormcast.scheme("py-clockwise")
    def clockwise(network, source, destinations):
        nodes = len(network)
        return [[(int(source) + step) % nodes for step in range((int(to) - int(source)) % nodes + 1)] for to in destinations]

    ring = Network("ring:5")
    proof = ring.prove(clockwise)
    assert proof.answer == "deadlock"
    proof.verify()
    assert ring.simulate(proof.deadlocked(), length=proof.counterexample["length"]).is_deadlock


def test_a_path_that_is_not_needed_is_not_sent():
    """Where an earlier worm delivers at the end of a later one, that one would deliver nowhere."""
    plan = Network("mesh:6x1").plan("py-unicast", "0,0", ["4,0", "2,0", "5,0"])
    assert plan.cost.worms == 2 and plan.check()
    mesh = Network("mesh:5x5")
    for seed in range(100):
        source, destinations = random_set(mesh, 5, seed)
        assert mesh.plan("py-unicast", source, destinations).check()


def test_options_come_as_their_defaults_are():
    mesh = Network("mesh:4x4")
    plan = mesh.plan("py-star", "0,0", ["1,1", "2,2"], far_first=True, copies=3, root=(1, 1))
    assert plan.worms[0]["deliver"][0]["node"] == "2,2"
    assert mesh.plan("py-star", "0,0", ["1,1"])
    with pytest.raises(wormcast.UnknownName) as raised:
        mesh.plan("py-star", "0,0", ["1,1"], far_frist=True)
    assert raised.value.guess == "far_first"


def test_trees_and_relays():
    @wormcast.scheme("py-tree", routes=lambda network: tree_of(network, "0,0"))
    def tree(network, source, destinations):
        parents = tree_of(network, "0,0")
        up = [source]
        while parents[up[-1]] is not None:
            up.append(parents[up[-1]])
        children = [(parent, node) for node, parent in parents.items() if parent is not None]
        edges, reached = list(zip(up, up[1:])), {up[-1]}
        down = [edge for edge in sorted(children, key=lambda edge: depth(parents, edge[1]))]
        return [Worm(edges=edges + down)]

    def tree_of(network, root):
        graph = network.to_networkx()
        return {root: None, **{node: before for node, before in nx.bfs_predecessors(graph, root)}}

    def depth(parents, node):
        return 0 if parents[node] is None else 1 + depth(parents, parents[node])

    mesh = Network("mesh:3x3")
    plan = mesh.plan(tree, "2,2", ["0,1", "1,0", "2,0"])
    assert [worm["origin"] for worm in plan.worms] == ["2,2"]
    assert {fault["kind"] for fault in plan.check().faults} <= {"dead-end"}
    assert mesh.prove(tree)

    @wormcast.scheme("py-relay")
    def relay(network, source, destinations):
        return [Worm(path=["0,0", "1,0"], deliver=["1,0"]), ["1,0", "2,0"]]

    row = Network("mesh:3x1")
    plan = row.plan(relay, "0,0", ["2,0"])
    assert [(worm["after"], worm["round"]) for worm in plan.worms] == [(None, 0), (0, 1)]


def test_own_topologies_are_networks_like_others():
    @wormcast.topology("py-wheel")
    def wheel(spokes):
        return nx.wheel_graph(spokes + 1)

    network = Network("py-wheel:6", without_nodes=["3"])
    assert (network.topology, network.node_count) == ("py-wheel:6", 6)
    plan = network.plan("unicast", 1, [4, 6])
    assert plan.check()
    assert wormcast.Plan.load(plan.to_json()) == plan
    with pytest.raises(wormcast.Error, match="missing 1 required positional argument"):
        Network("py-wheel")


def test_a_scheme_that_is_defined_anew_takes_the_place_of_the_old_one():
    mesh = Network("mesh:3x1")
    for middle in ("1,0", "0,0"):
        relay = middle

        @wormcast.scheme("py-anew")
        def anew(network, source, destinations):
            return [[source, *destinations]] if relay == "1,0" else [Worm(path=["0,0", *destinations], deliver=destinations)]

        assert mesh.plan("py-anew", "0,0", ["1,0"]).cost.worms == 1
    wormcast.scheme("py-anew")(lambda network, source, destinations: [["0,0", "1,0", "0,0", "1,0"]])
    assert mesh.plan("py-anew", "0,0", ["1,0"]).cost.channels == 3


@pytest.mark.parametrize("kind", [np.array, iter, tuple])
def test_paths_are_whatever_gives_nodes(kind):
    wormcast.scheme("py-kinds", nodes="numbers", version=str(kind))(lambda network, source, to: [kind([source, *to])])
    assert Network("mesh:2x1").plan("py-kinds", "0,0", ["1,0"]).cost.channels == 1
