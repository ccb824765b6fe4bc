"""What a proof does not say: loaded proofs are claims, and networks in pieces have pairs of which nothing is proved."""

import pickle

import networkx as nx
import pytest

import wormcast
from wormcast import Network


def test_a_loaded_proof_is_a_claim_until_it_is_verified():
    mesh = Network("mesh:4x4")
    proof = mesh.prove("dual-path")
    assert not proof.is_claim
    loaded = mesh.load_proof(proof.to_dict())
    assert loaded.is_claim and repr(loaded) == "<wormcast.Proof scheme dual-path on mesh:4x4: deadlock-free, unverified>"
    assert "unverified" in loaded._repr_html_() and loaded.answer == "deadlock-free"
    # Whoever asks whether it is true has it verified.
    assert loaded and not loaded.is_claim and "unverified" not in repr(loaded)
    forged = proof.to_dict()
    forged["certificate"]["numbers"] = forged["certificate"]["numbers"][1:]
    for ask in (bool, lambda proof: proof.is_deadlock_free, lambda proof: proof.verify()):
        with pytest.raises(wormcast.NotProved):
            ask(mesh.load_proof(forged))


@pytest.mark.parametrize(
    ("of", "on"),
    [
        (Network("mesh:4x4"), Network("torus:4x4")),
        (Network("mesh:4x4"), Network("mesh:4x4", without_nodes=["1,1"])),
        (Network("mesh:4x4", without_links=["0,0-1,0"]), Network("mesh:4x4")),
        (Network.from_networkx(nx.path_graph(3), "one.json"), Network.from_networkx(nx.path_graph(3), "two.json")),
    ],
)
def test_a_proof_about_another_network_is_not_loaded(of, on):
    proof = of.prove("single-tree").to_dict()
    with pytest.raises(wormcast.NotProved, match="the proof is about .*, and the network is") as raised:
        on.load_proof(proof)
    assert raised.value.culprit == str(of)
    assert of.load_proof(proof)


def test_the_order_of_faults_and_the_folder_of_a_file_do_not_count(tmp_path, monkeypatch):
    chip = Network("mesh:4x4", without_nodes=["1,1", "3,3"], without_links=["0,0-1,0"])
    again = Network("mesh:4x4", without_nodes=["3,3", "1,1"], without_links=[("1,0", "0,0")])
    assert again.load_proof(chip.prove("single-tree").to_dict())
    Network("ring:5").save(tmp_path / "ring.json")
    proof = Network(tmp_path / "ring.json").prove("single-tree").to_dict()
    monkeypatch.chdir(tmp_path)
    assert Network("file:ring.json").load_proof(proof)


def test_proofs_are_pickled_as_claims():
    torus = Network("torus:4")
    plans = [torus.plan("unicast", source, [(source + 2) % 4]) for source in range(4)]
    for proof in (torus.prove("unicast"), torus.prove(plans), torus.prove(routing="up-down"), torus.prove(plans[:2])):
        again = pickle.loads(pickle.dumps(proof))
        assert again.is_claim and again.to_dict() == proof.to_dict()
        assert bool(again) == bool(proof) and not again.is_claim
    run = plans[0].simulate()
    for unpickled in (run, plans[0].check()):
        with pytest.raises(TypeError, match=r"is not pickled.*`to_dict\(\)`"):
            pickle.dumps(unpickled)
    assert pickle.loads(pickle.dumps(plans[0].cost)) == plans[0].cost


def in_pieces():
    graph = nx.path_graph(3)
    graph.add_node(9)
    return Network.from_networkx(graph)


@pytest.mark.parametrize("asked", [{}, {"routing": "shortest"}, {"reservation": "whole"}])
def test_a_proof_about_a_network_in_pieces_says_what_is_out_of_reach(asked):
    proof = in_pieces().prove("unicast", **asked)
    assert proof.answer == "deadlock-free" and proof.unrouted == 6
    assert sorted(pair[:2] for pair in proof.unrouted_pairs) == sorted((a, b) for n in "012" for a, b in ((n, "9"), ("9", n)))
    for shown in (repr(proof), proof._repr_html_()):
        assert "6 of 12 pairs of nodes have no route, such as from" in shown and "nothing is proved of these" in shown
    assert Network("mesh:4x4").prove("unicast", **asked).unrouted == 0


def test_schemes_of_ones_own_and_trees_say_it_too():
    @wormcast.scheme("py-in-pieces", routes=lambda network: {"1": "0", "2": "1"})
    def along(network, source, destinations):
        graph = network.to_networkx()
        return [nx.shortest_path(graph, source, to) for to in destinations]

    for scheme in (along, "single-tree"):
        proof = in_pieces().prove(scheme)
        assert proof and proof.unrouted == 6, scheme


def test_pairs_of_large_networks_are_tried():
    graph = nx.path_graph(100)
    graph.add_node("alone")
    proof = Network.from_networkx(graph).prove("unicast")
    assert proof.unrouted >= 64 and "pairs of nodes that were tried have no route" in repr(proof)


def test_other_answers_say_it_too():
    @wormcast.routing("py-around-but-one")
    def around(network, source, to):
        if source == "0":
            return None
        return [(int(source) + step) % 4 for step in range((int(to) - int(source)) % 4 + 1)]

    ring = Network("torus:4")
    for proof in (ring.prove("unicast", routing=around), ring.prove(routing=around)):
        assert proof.answer == "deadlock" and proof.unrouted == 3
        assert "3 of 12 pairs of nodes have no route" in repr(proof) and "nothing is proved" not in repr(proof)


def test_a_routing_without_any_route_is_refused_whatever_routers_do():
    wormcast.routing("py-none-at-all")(lambda network, source, to: None)
    mesh = Network("mesh:3x3")
    for asked in ({}, {"reservation": "whole"}):
        with pytest.raises(wormcast.Error, match="routing `py-none-at-all` has no route for any pair of nodes") as raised:
            mesh.prove("unicast", routing="py-none-at-all", **asked)
        assert raised.value.culprit == "py-none-at-all"
