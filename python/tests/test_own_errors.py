"""What is wrong with schemes written in Python is told, with its place."""

import networkx as nx
import pytest
from own import py_unicast

import wormcast
from wormcast import Network, Worm


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
        ([Worm(edges=[("1,0", "2,0"), ("0,0", "1,0")])], "it starts at `1,0`, where no worm before it delivers, and not at"),
        ([Worm(edges=[("0,0", "1,0"), ("2,0", "1,0"), ("1,0", "2,0")])], "edges come from the origin on, parents first"),
        ([{"id": 0, "origin": "0,0", "route": [[None, "0,0", "1,0"]]}], "a dictionary is no worm; expected a list of nodes"),
        ([["0,0", True]], "True names no node"),
        ([Worm(edges=["0,0", "1,0"])], "'0,0' among its edges is no pair of nodes"),
        ([[("0,0", "1,0"), ("1,0", "2,0")]], "('0,0', '1,0') is two nodes, where one is expected: paths are lists of nodes"),
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

    with pytest.raises(wormcast.Error) as raised:
        Network("mesh:3x1").plan(nothing, "0,0", ["2,0"])
    assert str(raised.value).endswith(f"({__file__}, line {nothing.__code__.co_firstlineno})"), str(raised.value)
    assert raised.value.culprit == "py-nothing"


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


def test_plans_outside_of_the_routes_are_refused():
    wormcast.scheme("py-outside", routes=lambda network: [("0,0", "1,0", "2,0")])(py_unicast)
    mesh = Network("mesh:3x2")
    assert mesh.plan("py-outside", "0,0", ["2,0"])
    with pytest.raises(wormcast.Error, match="worm 0 takes 1,0>1,1, which is outside of the `routes`"):
        mesh.plan("py-outside", "0,0", ["1,1"])
    # Nothing is proved of a scheme whose plans are not those that it tells of.
    with pytest.raises(wormcast.Error, match="outside of the `routes`.*; it was asked for 0,0 to 2,1"):
        mesh.prove("py-outside")
    py_unicast.wormcast_name = "py-unicast"


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
        assert raised.value.culprit == "py-cause"
    # An error that has nothing to do with it has none.
    with pytest.raises(wormcast.Error) as raised:
        mesh.plan("unicast", "0,0", ["9,9"])
    assert raised.value.__cause__ is None


def test_functions_that_are_no_schemes_are_told():
    plain, mesh = (lambda network, source, to: []), Network("mesh:2x1")
    for ask in (
        lambda: mesh.plan(plain, "0,0", ["1,0"]),
        lambda: mesh.compare("0,0", ["1,0"], schemes=[plain]),
        lambda: wormcast.sweep({"topology": mesh, "schemes": [plain], "loads": [0.01]}, "nowhere"),
    ):
        with pytest.raises(TypeError, match=r'is no scheme.*`@wormcast.scheme\("name"\)`'):
            ask()


def test_options_that_cannot_be_are_told():
    with pytest.raises(ValueError, match="the option `fast` of `py-on` is on by default"):
        wormcast.scheme("py-on")(lambda network, source, to, *, fast=True: [])
    with pytest.raises(ValueError, match="the option `fast` of `py-on` has no default"):
        wormcast.scheme("py-on")(lambda network, source, to, *, fast: [])
    wormcast.scheme("py-copies")(lambda network, source, to, *, copies=1: [])
    with pytest.raises(wormcast.Error, match="option `copies`: `many` is not a whole number, as its default 1 is"):
        Network("mesh:4x4").plan("py-copies", "0,0", ["1,1"], copies="many")


def test_names_of_the_library_are_taken():
    with pytest.raises(wormcast.Error, match="`dual-path` is the name of a built-in one"):
        wormcast.scheme("dual-path")(py_unicast)
    py_unicast.wormcast_name = "py-unicast"
    with pytest.raises(ValueError, match="is no name"):
        wormcast.scheme("a b")(py_unicast)


@pytest.mark.parametrize("decorator", ["scheme", "routing", "topology"])
@pytest.mark.parametrize("below", [type("Mine", (), {}), lambda *given: None])
def test_decorators_without_a_name_are_told(decorator, below):
    with pytest.raises(TypeError, match=f'write `@wormcast.{decorator}."my-{decorator}".` above `{below.__name__}`'):
        getattr(wormcast, decorator)(below)


@pytest.mark.parametrize(
    ("define", "error", "message"),
    [
        (lambda: wormcast.scheme("py-odd")(type("Mine", (), {})), TypeError, "has no method `plan"),
        (lambda: wormcast.scheme("py-odd")(3), TypeError, "stands above a function, and not 3"),
        (lambda: wormcast.routing("py-odd")(type("Mine", (), {})), TypeError, "is a class; the routing `py-odd`"),
        (lambda: wormcast.routing("py-odd", virtual_channels=0), ValueError, "`virtual_channels` is 0"),
        (lambda: wormcast.scheme("py-odd", routes="label-path")(py_unicast), ValueError, 'expected "label-paths"'),
        (lambda: wormcast.scheme("py-odd", routes=5)(py_unicast), TypeError, '`routes` is 5; expected "label-paths"'),
        (lambda: wormcast.scheme("py-odd")(lambda network, source: []), TypeError, r"\(network, source\)` takes other parame"),
        (lambda: wormcast.scheme("py-odd")(WithoutNetwork), TypeError, "`WithoutNetwork.*network"),
        (lambda: wormcast.scheme("py-odd")(lambda n, s, to, opt=3: []), ValueError, r"`opt` of `py-odd` .* \*, opt=3\)"),
        (lambda: Worm(path=["0,0"], edges=[]), TypeError, "a Worm has `path` and `edges`; expected one"),
        (lambda: Worm(), TypeError, "a Worm has neither `path` nor `edges`"),
    ],
)
def test_what_is_decorated_wrongly_is_told(define, error, message):
    with pytest.raises(error, match=message):
        define()


class WithoutNetwork:
    def plan(self, source, destinations):
        return []


def test_a_default_may_bind_what_is_at_hand():
    wormcast.scheme("py-bound")(lambda network, source, to, _way=["0,0", "1,0"]: [_way])
    assert Network("mesh:2x1").plan("py-bound", "0,0", ["1,0"]).cost.channels == 1


def test_a_scheme_that_plans_by_itself_is_told_in_a_few_words():
    @wormcast.scheme("py-itself")
    def itself(network, source, destinations):
        return network.plan("py-itself", source, destinations).worms

    mesh = Network("mesh:3x3")
    for ask in (lambda: mesh.plan(itself, "0,0", ["2,2"]), lambda: mesh.prove(itself, budget=1)):
        with pytest.raises(wormcast.Error, match="scheme `py-itself`: it asks for plans of its own") as raised:
            ask()
        assert len(str(raised.value)) < 300 and raised.value.culprit == "py-itself"


def test_a_scheme_may_ask_for_smaller_plans_of_its_own():
    @wormcast.scheme("py-halves")
    def halves(network, source, destinations):
        if len(destinations) == 1:
            return py_unicast(network, source, destinations)
        parts = destinations[::2], destinations[1::2]
        routes = [worm["route"] for part in parts for worm in network.plan("py-halves", source, part).worms]
        return [[source, *(to for _, _, to in route)] for route in routes]

    mesh = Network("mesh:4x4")
    assert mesh.plan(halves, "0,0", mesh.nodes[1:9]).check()


@pytest.mark.parametrize("routers", [{}, {"reservation": "whole"}])
def test_a_scheme_that_tells_its_routes_is_asked_for_plans(routers):
    @wormcast.scheme("py-broken", routes="label-paths")
    def broken(network, source, destinations):
        raise KeyError("lost")

    mesh = Network("mesh:3x3")
    with pytest.raises(wormcast.Error, match="KeyError: 'lost'.*; it was asked for 0,0 to 2,2") as raised:
        mesh.prove(broken, **routers)
    assert isinstance(raised.value.__cause__, KeyError)
    (entry,) = mesh.compare("0,0", ["2,2"], schemes=[broken]).schemes
    assert "KeyError: 'lost'" in entry["refused"]


@pytest.mark.parametrize(
    ("routes", "message"),
    [
        ([("0,0", "1,0")], r"\('0,0', '1,0'\) in `routes` is no triple of nodes; expected \"label-paths\""),
        (["0,0", "1,0", "2,0"], "'0,0' in `routes` is no triple"),
        (nx.path_graph(3), "0 in `routes` is no triple"),
        (3, "3 says nothing of routes; expected"),
        ([("0,0", "1,0", "2,1")], "no channels lead along 0,0 > 1,0 > 2,1"),
        ({"0,0": "1,0", "1,0": "0,0"}, "run in a circle"),
        ({"0,0": "2,1"}, "`routes` names `2,1` as the parent of `0,0`, which are no neighbours"),
        (None, "the function behind `routes` gives None; expected a dictionary"),
    ],
)
def test_what_says_nothing_of_routes_is_told(routes, message):
    wormcast.scheme("py-routes", routes=lambda network: routes, version=message)(py_unicast)
    py_unicast.wormcast_name = "py-unicast"
    with pytest.raises(wormcast.Error, match=message):
        Network("mesh:3x2").prove("py-routes")
