"""Routings written in Python, and what proofs say of the pairs that they leave out."""

import pytest
from own import xy_path

import wormcast
from wormcast import Network


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


def test_a_routing_is_named_by_its_function():
    @wormcast.routing("py-named")
    def named(network, source, to):
        return xy_path(source, to)

    assert Network("mesh:3x3").prove(routing=named)


def routing(name, left_out=(), broken=()):
    """A routing along x and then y, which leaves pairs out, and fails at others."""

    @wormcast.routing(name, version=f"{left_out} {broken}")
    def some(network, source, to):
        if broken == "all" or (source, to) in broken:
            raise KeyError(to)
        return None if left_out == "all" or (source, to) in left_out else xy_path(source, to)

    return some


def asked(mesh, own):
    """All that asks for the routes of a routing between all pairs."""
    plan = mesh.plan("dual-path", "0,0", ["2,2"])
    return [
        lambda: mesh.prove(routing=own),
        lambda: mesh.prove("unicast", routing=own),
        lambda: mesh.prove(plan, routing=own),
        lambda: mesh.mend(plan, routing=own),
    ]


def test_a_proof_says_which_pairs_have_no_route():
    mesh = Network("mesh:3x3")
    own = routing("py-leaving", left_out=[("0,0", "2,2"), ("1,1", "0,0")])
    plan = mesh.plan("dual-path", "0,0", ["2,2"])
    for proof in (mesh.prove(routing=own), mesh.prove("unicast", routing=own), mesh.prove([plan], routing=own)):
        assert proof.answer == "deadlock-free" and proof.unrouted == 2
        assert sorted(pair[:2] for pair in proof.unrouted_pairs) == [("0,0", "2,2"), ("1,1", "0,0")]
        for shown in (repr(proof), str(proof), proof._repr_html_()):
            assert "2 of 72 pairs of nodes have no route, such as from 1,1 to 0,0: nothing is proved of these" in shown
    whole = mesh.prove(routing="dimension-order")
    assert (whole.unrouted, whole.unrouted_pairs) == (0, []) and "pairs" not in repr(whole)
    assert mesh.load_proof(mesh.prove(routing=own).to_dict()).unrouted == 2


def test_proofs_show_themselves():
    ring = Network("ring:5")
    assert ring.prove("unicast")._repr_html_() == "<p>scheme unicast on ring:5: <b>deadlock</b></p>"
    unknown = ring.prove("steiner", budget=0)
    assert unknown.answer == "unknown" and unknown.reason in unknown._repr_html_()


def test_a_routing_without_any_route_proves_nothing():
    mesh = Network("mesh:3x3")
    for ask in asked(mesh, routing("py-nowhere", left_out="all")):
        with pytest.raises(wormcast.Error, match="routing `py-nowhere` has no route for any pair of nodes, such as from"):
            ask()


@pytest.mark.parametrize("broken", ["all", (("2,2", "1,1"),)])
def test_what_a_routing_raises_is_raised(broken):
    mesh = Network("mesh:3x3")
    own = routing("py-failing", broken=broken)
    line = own.__code__.co_firstlineno + 3
    for ask in [*asked(mesh, own), lambda: mesh.route(own), lambda: mesh.plan("unicast", "2,2", ["1,1"], routing=own)]:
        with pytest.raises(wormcast.Error, match="routing `py-failing` from `.,.` to `.,.`: KeyError") as raised:
            ask()
        assert f"({__file__}, line {line})" in str(raised.value)
        assert isinstance(raised.value.__cause__, KeyError)
    compared = mesh.compare("0,0", ["2,2"], schemes=[f"unicast --routing {own.wormcast_name}"])
    assert "KeyError" in str(compared.to_dict())


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (lambda source, to: 3, "it gives 3, which is no path; expected a list of nodes, or None"),
        (lambda source, to: source, "which is no path"),
        (lambda source, to: [], "its path is empty"),
        (lambda source, to: [to], "its path begins at"),
        (lambda source, to: [source], "its path ends at"),
        (lambda source, to: [source, "9"], "has no node `9`"),
        (lambda source, to: [source, to], "its path goes from `2` to `0`, where no channel leads"),
        (lambda source, to: [(source, "x")], "is no node, and no pair of a node and a virtual channel"),
        (lambda source, to: [source, (to, 1)], "its path takes virtual channel 1; `virtual_channels=1` counts from 0"),
        (lambda source, to: (1 / 0 for _ in range(1)), "ZeroDivisionError"),
    ],
)
def test_what_is_no_path_is_told(path, message):
    wormcast.routing("py-pathless", version=message)(lambda network, source, to: path(source, to))
    with pytest.raises(wormcast.Error, match="routing `py-pathless` from `.` to `.`: ") as raised:
        Network("mesh:3").prove(routing="py-pathless")
    assert message in str(raised.value)
