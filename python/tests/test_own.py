"""Schemes, routings and topologies that are written in Python are taken like built-in ones."""

import random

import networkx as nx
import numpy as np
import pytest
from dual_path import PyDualPath

import wormcast
from wormcast import Network, Worm


@wormcast.scheme("py-unicast")
def py_unicast(network, source, destinations):
    """A path of its own to each destination, first along x."""
    return [xy_path(source, to) for to in destinations]


def xy_path(source, to):
    (x, y), (to_x, to_y) = (tuple(map(int, node.split(","))) for node in (source, to))
    step = lambda a, b: range(a, b, 1 if b > a else -1)
    return [(at, y) for at in step(x, to_x)] + [(to_x, at) for at in step(y, to_y)] + [(to_x, to_y)]


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
    assert mesh.prove(py_unicast).answer == "unknown"
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


@pytest.mark.parametrize(
    ("worms", "message"),
    [
        ([["0,0", "2,0"]], "worm 0: no channel leads from `0,0` to `2,0`"),
        ([["1,0", "2,0"]], "worm 0: it starts at `1,0`, where no worm before it delivers"),
        ([["0,0", "1,0"]], "no worm delivers at the destination `2,0`"),
        ([["0,0"]], "worm 0: its path has no hop"),
        ([3], "is no path and no `Worm`"),
        (3, "a scheme gives a list of worms"),
        ([["0,0", "9,9"]], "has no node `9,9`"),
        ([Worm(path=["0,0", "1,0"], deliver=["2,0"])], "it delivers at `2,0`, where it does not come"),
        ([Worm(edges=[("0,0", "1,0"), ("2,0", "1,0")])], "an edge leaves `2,0`, where no edge before it leads to"),
    ],
)
def test_what_is_no_plan_is_told(worms, message):
    wormcast.scheme("py-wrong", version=message)(lambda network, source, destinations: worms)
    with pytest.raises(wormcast.Error, match="scheme `py-wrong`") as raised:
        Network("mesh:3x1").plan("py-wrong", "0,0", ["2,0"])
    assert message in str(raised.value)


def test_what_a_scheme_raises_is_told():
    @wormcast.scheme("py-raising")
    def raising(network, source, destinations):
        raise KeyError("lost")

    with pytest.raises(wormcast.Error, match="scheme `py-raising`: KeyError: 'lost'") as raised:
        Network("mesh:3x1").plan(raising, "0,0", ["2,0"])
    assert str(raised.value).endswith(f"({__file__}, line {raising.__code__.co_firstlineno + 2})")


def test_errors_tell_the_line_of_the_scheme_and_not_of_what_it_calls():
    @wormcast.scheme("py-lost")
    class Lost:
        def __init__(self, network):
            self.graph = network.to_networkx()

        def plan(self, source, destinations):
            return [self.way(source, to) for to in destinations]

        def way(self, source, to):
            return nx.shortest_path(self.graph, source, "nowhere")

    line = Lost.way.__code__.co_firstlineno + 1
    with pytest.raises(wormcast.Error) as raised:
        Network("mesh:3x1").plan(Lost, "0,0", ["2,0"])
    assert f"({__file__}, line {line})" in str(raised.value)


def test_where_nothing_was_raised_errors_tell_where_the_scheme_is():
    @wormcast.scheme("py-nothing")
    def nothing(network, source, destinations):
        return []

    @wormcast.scheme("py-two")
    def two(network, source):
        return []

    for own in (nothing, two):
        with pytest.raises(wormcast.Error) as raised:
            Network("mesh:3x1").plan(own, "0,0", ["2,0"])
        assert str(raised.value).endswith(f"({__file__}, line {own.__code__.co_firstlineno})"), str(raised.value)


def test_a_proof_raises_what_a_scheme_raises():
    @wormcast.scheme("py-few")
    def few(network, source, destinations):
        if len(destinations) > 2:
            raise KeyError("too many")
        return py_unicast(network, source, destinations)

    mesh = Network("mesh:3x3")
    line = few.__code__.co_firstlineno + 3
    with pytest.raises(wormcast.Error, match="scheme `py-few`: KeyError: 'too many'") as raised:
        mesh.prove(few)
    assert f"({__file__}, line {line}); it was asked for " in str(raised.value)
    # A comparison goes on with the others, and says why this one is refused.
    entries = {entry["scheme"]: entry for entry in mesh.compare("0,0", ["2,0"], schemes=[few, "dual-path"]).schemes}
    assert f"line {line}" in entries["py-few"]["refused"] and entries["dual-path"]["proof"] == "deadlock-free"


def test_what_a_routing_raises_is_a_warning():
    @wormcast.routing("py-failing")
    def failing(network, source, to):
        return network.missing

    line = failing.__code__.co_firstlineno + 2
    with pytest.warns(UserWarning, match=f"routing `py-failing`: AttributeError.*line {line}"):
        assert Network("ring:4").route(failing)["unrouted"] == 12


def test_plans_outside_of_the_routes_are_refused():
    wormcast.scheme("py-outside", routes=lambda network: [("0,0", "1,0", "2,0")])(py_unicast)
    mesh = Network("mesh:3x2")
    assert mesh.plan("py-outside", "0,0", ["2,0"])
    with pytest.raises(wormcast.Error, match="worm 0 takes 1,0>1,1, which is outside of the `routes`"):
        mesh.plan("py-outside", "0,0", ["1,1"])
    assert mesh.prove("py-outside")
    py_unicast.wormcast_name = "py-unicast"


def test_names_of_the_library_are_taken():
    with pytest.raises(wormcast.Error, match="`dual-path` is the name of a built-in one"):
        wormcast.scheme("dual-path")(py_unicast)
    py_unicast.wormcast_name = "py-unicast"
    with pytest.raises(ValueError, match="is no name"):
        wormcast.scheme("a b")(py_unicast)


def test_own_routings_are_proved_and_planned_with():
    @wormcast.routing("py-xy")
    def xy(network, source, to):
        return xy_path(source, to)

    @wormcast.routing("py-circle", virtual_channels=2)
    def circle(network, source, to):
        at, lane, path = int(source), 0, [source]
        while str(at) != to:
            at = (at + 1) % len(network)
            lane = lane or int(at == 0)
            path.append((str(at), lane))
        return path

    mesh = Network("mesh:4x4")
    assert mesh.prove(routing="py-xy")
    assert mesh.prove("unicast", routing="py-xy").answer == "deadlock-free"
    assert mesh.plan("unicast", "0,0", ["3,3"], routing="py-xy").cost.channels == 6
    assert mesh.route("py-xy")["longest"] == 6
    assert Network("ring:6").prove(routing="py-circle", virtual_channels=2)


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


def test_what_a_scheme_raises_is_the_cause():
    @wormcast.scheme("py-cause")
    def cause(network, source, destinations):
        raise KeyError("lost")

    mesh = Network("mesh:3x1")
    for ask in (lambda: mesh.plan(cause, "0,0", ["2,0"]), lambda: mesh.prove(cause)):
        with pytest.raises(wormcast.Error) as raised:
            ask()
        assert isinstance(raised.value.__cause__, KeyError)
        assert raised.value.__cause__.__traceback__.tb_frame.f_code is cause.__code__
    # An error that has nothing to do with it has none.
    with pytest.raises(wormcast.Error) as raised:
        mesh.plan("unicast", "0,0", ["9,9"])
    assert raised.value.__cause__ is None


@pytest.mark.parametrize("kind", [np.array, iter, tuple])
def test_paths_are_whatever_gives_nodes(kind):
    wormcast.scheme("py-kinds", nodes="numbers", version=str(kind))(lambda network, source, to: [kind([source, *to])])
    assert Network("mesh:2x1").plan("py-kinds", "0,0", ["1,0"]).cost.channels == 1


def test_functions_that_are_no_schemes_are_told():
    plain, mesh = (lambda network, source, to: []), Network("mesh:2x1")
    for ask in (
        lambda: mesh.plan(plain, "0,0", ["1,0"]),
        lambda: mesh.compare("0,0", ["1,0"], schemes=[plain]),
        lambda: wormcast.sweep({"topology": mesh, "schemes": [plain], "loads": [0.01]}, "nowhere"),
    ):
        with pytest.raises(TypeError, match=r'is no scheme.*`@wormcast.scheme\("name"\)`'):
            ask()
    with pytest.raises(TypeError, match="a scheme has a name"):
        wormcast.scheme(plain)


def test_options_that_cannot_be_are_told():
    with pytest.raises(ValueError, match="the option `fast` of `py-on` is on by default"):
        wormcast.scheme("py-on")(lambda network, source, to, *, fast=True: [])
    with pytest.raises(wormcast.Error, match="option `copies`: `many` is not a whole number, as its default 1 is"):
        Network("mesh:4x4").plan("py-star", "0,0", ["1,1"], copies="many")


def test_a_routing_is_named_by_its_function():
    @wormcast.routing("py-named")
    def named(network, source, to):
        return xy_path(source, to)

    assert Network("mesh:3x3").prove(routing=named)
