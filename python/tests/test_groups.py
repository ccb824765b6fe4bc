"""Multicast groups of a fabric, from the tables of a subnet manager."""

import shutil
from pathlib import Path

import pytest

import wormcast

CASES = Path(__file__).resolve().parents[2] / "crates" / "cli" / "tests" / "cases" / "opensm"


def test_groups_are_planned_beside_the_unicasts(tmp_path):
    fabric = tmp_path / "fabric"
    shutil.copytree(CASES / "torus5x5-2qos", fabric)
    network, proof = wormcast.prove_fabric(fabric)
    assert proof and network.node_count == len(network.nodes)
    planned = wormcast.plan_groups(fabric)
    assert planned.groups and planned.to_dict()["groups"] == planned.groups
    frame = planned.to_pandas()
    assert (frame["channels"] >= frame["lower_bound"]).all()
    (fabric / "opensm.mcfdbs").write_text(planned.tables)
    (fabric / "msl.txt").write_text(planned.levels)
    _, proof = wormcast.prove_fabric(fabric, with_multicast=True)
    assert proof


def test_groups_can_be_named():
    fabric = CASES / "torus5x5-2qos"
    network, _ = wormcast.prove_fabric(fabric)
    members = [network.nodes[node] for node in network.endpoints()[:3]]
    planned = wormcast.plan_groups(fabric, {0xC00F: members})
    assert [(group["group"], group["members"], group["channels_before"]) for group in planned.groups] == [("0xC00F", 3, None)]
    assert planned.fewest and planned.service_levels == 1
    with pytest.raises(wormcast.UnknownName) as raised:
        wormcast.plan_groups(fabric, {0xC00F: ["nobody"]})
    assert raised.value.culprit == "nobody"


def test_what_is_no_fabric_and_what_has_no_trees_is_told(tmp_path):
    with pytest.raises(wormcast.Error, match="ibnetdiscover"):
        wormcast.plan_groups(tmp_path)
    fabric = CASES / "torus5x5-dor"
    assert not wormcast.prove_fabric(fabric)[1]
    with pytest.raises(wormcast.Error, match="the unicasts close a credit loop"):
        wormcast.plan_groups(fabric)
