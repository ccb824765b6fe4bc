"""Calls that are wrong say what is wrong, and what would be accepted."""

import networkx as nx
import numpy as np
import pytest

import wormcast
from wormcast import Network, Plan


@pytest.fixture(scope="module")
def mesh():
    return Network("mesh:8x8")


@pytest.mark.parametrize(
    ("ask", "error", "culprit", "guess"),
    [
        (lambda mesh: Network("mehs:8x8"), wormcast.UnknownName, "mehs:8x8", "mesh"),
        (lambda mesh: mesh.plan("dual-pth", "0,0", ["1,1"]), wormcast.UnknownName, "dual-pth", "dual-path"),
        (lambda mesh: mesh.plan("dual-path", "0,0", ["8,8"]), wormcast.UnknownName, "8,8", None),
        (lambda mesh: mesh.plan("single-tree", "0,0", ["1,1"], rot="0,0"), wormcast.UnknownName, "rot", "root"),
        (lambda mesh: mesh.plan("disjoint-trees", "0,0", ["1,1"], trees=0), wormcast.BadOption, "trees", None),
        (lambda mesh: mesh.plan("dstm-1", "0,0", ["1,1"]), wormcast.Unserved, "dstm-1", None),
        (lambda mesh: mesh.plan("unicast", "0,0", ["1,1"]).simulate(lenght=3), wormcast.UnknownName, "lenght", "length"),
        (lambda mesh: mesh.prove(routing="up-dwon"), wormcast.UnknownName, "up-dwon", "up-down"),
        (lambda mesh: Network("file:missing.gml"), wormcast.BadFile, "missing.gml", None),
        (lambda mesh: Network.from_text("a b\na a\n", "net.edges"), wormcast.BadFile, "net.edges", None),
        (lambda mesh: Plan.load("{}"), wormcast.BadFile, None, None),
    ],
)
def test_errors_keep_the_culprit_and_the_guess(mesh, ask, error, culprit, guess):
    with pytest.raises(error) as raised:
        ask(mesh)
    assert isinstance(raised.value, ValueError)
    assert (raised.value.culprit, raised.value.guess) == (culprit, guess), str(raised.value)
    assert guess is None or f"did you mean `{guess}`?" in str(raised.value)


def test_errors_of_files_have_lines():
    with pytest.raises(wormcast.BadFile) as raised:
        Network.from_text("a b\na a\n", "net.edges")
    assert (raised.value.line, raised.value.column) == (2, 1)


def test_wrong_types_are_told(mesh):
    with pytest.raises(TypeError, match="names no node"):
        mesh.plan("unicast", None, ["1,1"])
    with pytest.raises(TypeError, match="expected a Plan"):
        mesh.simulate([3])


def test_messages_say_what_is_accepted(mesh):
    with pytest.raises(wormcast.UnknownName, match="did you mean `budget`") as raised:
        mesh.prove("unicast", buget=3)
    assert raised.value.culprit == "buget"
    with pytest.raises(TypeError, match="Network.from_networkx takes graphs"):
        Network(object())
    assert [entry["scheme"] for entry in mesh.compare("0,0", ["1,1"], schemes="unicast").schemes] == ["unicast"]


class Undecorated:
    def plan(self, source, destinations):
        return []


def sweep(**changed):
    experiment = {"topology": "mesh:4x4", "schemes": ["unicast"], "loads": [0.02]}
    return wormcast.sweep({**experiment, **changed}, "nowhere")


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        # Numbers.
        (lambda mesh, plan: plan.simulate(length=-1), wormcast.BadOption, "`length`: `-1` is negative"),
        (lambda mesh, plan: plan.simulate(length=1.5), wormcast.BadOption, "`length`: `1.5` is no whole number such as 8"),
        (lambda mesh, plan: plan.simulate(length=10**12), wormcast.BadOption, "`length`: `1000000000000` is too large"),
        (lambda mesh, plan: mesh.prove("unicast", virtual_channels=0), wormcast.BadOption, "`0` is too small; expected 1"),
        (lambda mesh, plan: mesh.prove("unicast", budget="x"), wormcast.BadOption, "`budget`: `x` is no span of time"),
        # One where several are expected.
        (lambda mesh, plan: Network("mesh:4x4", without_nodes=(3, 3)), wormcast.UnknownName, r"`\[\(3, 3\)\]`\?"),
        (lambda mesh, plan: mesh.without(nodes=(3, 3)), wormcast.UnknownName, r"`\[\(3, 3\)\]`\?"),
        (lambda mesh, plan: mesh.plan("unicast", "0,0", (3, 3)), wormcast.UnknownName, r"`\[\(3, 3\)\]`\?"),
        (lambda mesh, plan: mesh.without(links=("0,0", "1,0")), wormcast.UnknownName, r"`\[\('0,0', '1,0'\)\]`\?"),
        (lambda mesh, plan: mesh.without(channels=((0, 0), (1, 0))), wormcast.UnknownName, "is one pair of nodes"),
        (lambda mesh, plan: mesh.plan("unicast", "0,0", 3), TypeError, "3 is no list; several are a list such as"),
        # Schemes and routings.
        (lambda mesh, plan: mesh.compare("0,0", ["1,1"], schemes=Undecorated), TypeError, "Undecorated.* is no scheme"),
        (lambda mesh, plan: mesh.compare("0,0", ["1,1"], schemes=Undecorated()), TypeError, "is no scheme; expected"),
        (lambda mesh, plan: mesh.compare("0,0", ["1,1"], scheme="unicast"), wormcast.UnknownName, "did you mean `schemes`"),
        (lambda mesh, plan: mesh.prove("up-down"), wormcast.UnknownName, "it is a routing, which `routing=` names"),
        (lambda mesh, plan: mesh.prove(scheme="dual-path"), wormcast.UnknownName, "what is proved comes first"),
        (lambda mesh, plan: mesh.prove(routing="dual-path"), wormcast.UnknownName, "it is a scheme, and no routing"),
        (lambda mesh, plan: mesh.prove(routing=lambda network, source, to: None), TypeError, "neither a scheme nor a rou"),
        (lambda mesh, plan: mesh.route(lambda network, source, to: None), TypeError, "is no routing.*@wormcast.routing"),
        # Plans.
        (lambda mesh, plan: mesh.mend(mesh.prove("dual-path").deadlocked()), wormcast.Error, "there are no plans"),
        (lambda mesh, plan: mesh.mend(mesh.prove("dual-path")), TypeError, r"are `proof.deadlocked\(\)`"),
        (lambda mesh, plan: mesh.mend("dual-path"), TypeError, "'dual-path' is neither a Plan nor a list of Plans"),
        (lambda mesh, plan: mesh.prove([[plan]]), TypeError, "is neither a Plan nor a list of Plans"),
        (lambda mesh, plan: mesh.simulate([]), wormcast.Error, "there are no plans to run"),
        (lambda mesh, plan: mesh.simulate(mesh.prove("dual-path")), TypeError, r"proofs have `deadlocked\(\)`"),
        # Networks.
        (lambda mesh, plan: Network(nx.path_graph(3)), TypeError, "Network.from_networkx takes graphs"),
        (lambda mesh, plan: Network(__file__), wormcast.UnknownName, "did you mean `file:.*test_wrong_calls.py`"),
        (
            lambda mesh, plan: Network.from_networkx(nx.Graph([(0, 1)]), position="at") and place("x"),
            wormcast.BadFile,
            "the place of the node `0` is 'x'; expected two numbers",
        ),
        # Sweeps.
        (lambda mesh, plan: sweep(topology=nx.path_graph(3)), TypeError, "Network.from_networkx"),
        (lambda mesh, plan: sweep(schemes=Undecorated), TypeError, "is no scheme"),
        (lambda mesh, plan: wormcast.sweep(None), TypeError, "None is no experiment; expected a dictionary"),
        (lambda mesh, plan: wormcast.sweep({}, "nowhere", threads=-1), wormcast.BadOption, "`threads` is -1"),
        (lambda mesh, plan: wormcast.sweep({}, "nowhere", client=3), TypeError, "expected a `distributed.Client`"),
    ],
)
def test_wrong_calls_say_what_is_right(mesh, ask, error, message):
    plan = mesh.plan("dual-path", "0,0", ["3,3"])
    with pytest.raises(error, match=message):
        ask(mesh, plan)


def place(where):
    graph = nx.path_graph(2)
    graph.nodes[0]["pos"] = where
    return Network.from_networkx(graph)


def test_a_sweep_says_what_serves_the_network():
    # A comb has no Hamiltonian path.
    lost = [("0,1", "1,1"), ("1,1", "2,1"), ("2,1", "3,1")]
    comb = Network("mesh:4x2", without_links=lost)
    for experiment in (dict, wormcast._sweep.to_toml):
        described = {"topology": "mesh:4x2", "without_links": lost}
        with pytest.raises(wormcast.Unserved, match="scheme `dual-path`.*; what serves it: unicast, ") as raised:
            wormcast.sweep(experiment({**described, "schemes": ["unicast", "dual-path"], "loads": [0.02]}), "nowhere")
        assert (raised.value.culprit, raised.value.line) == ("dual-path", 3)
    with pytest.raises(wormcast.Unserved, match="scheme `dual-path`"):
        comb.plan("dual-path", "0,0", ["3,1"])


def test_what_is_given_may_be_said_in_several_ways(mesh, tmp_path):
    # A set has no order: the plan is the same in every process.
    assert mesh.plan("unicast", "0,0", {"3,3", "1,1"}).destinations == ["1,1", "3,3"]
    mesh.save(tmp_path / "net.json")
    assert Network(tmp_path / "net.json").nodes == mesh.nodes
    table = {"scheme": "single-tree", "root": (1, 1)}
    compared = mesh.compare("0,0", ["1,1"], schemes=[table, "single-tree --root 1,1"]).schemes
    assert [entry["scheme"] for entry in compared] == ["single-tree --root '1,1'"] * 2
    # What deadlocks is proved and mended as it is sent.
    ring = Network("torus:4")
    sent = ring.prove("unicast").deadlocked()
    assert ring.prove(sent).answer == "deadlock" and ring.mend(sent).proposals
