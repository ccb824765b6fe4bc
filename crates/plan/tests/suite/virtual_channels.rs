//! The rules that name virtual channels.

use wormcast_plan::{VcRule, VirtualChannels, Worms, share_of};
use wormcast_topology::{NodeId, build};

#[test]
fn the_shares_of_the_classes_part_the_virtual_channels() {
    assert_eq!([1, 2, 3, 4].map(|count| share_of(count, false)), [(0, 1), (0, 1), (0, 2), (0, 2)]);
    assert_eq!([1, 2, 3, 4].map(|count| share_of(count, true)), [(0, 1), (1, 1), (2, 1), (2, 2)]);
}

/// On a ring of five, from node 3 over the wrap-around to node 1: each class goes by the dateline in its share.
#[test]
fn by_class_each_goes_by_the_dateline_in_its_share() {
    let ring = build("torus:5").unwrap();
    let mut worms = Worms::new();
    worms.start(NodeId::new(3), None, 0);
    let channel = |from: usize, to: usize| ring.graph().channel(NodeId::new(from), NodeId::new(to)).unwrap();
    worms.chain(None, [channel(3, 4), channel(4, 0), channel(0, 1)]);
    let named =
        |count, is_multicast| VirtualChannels::new(&*ring, VcRule::Class, count).of(worms.get(0), 0, is_multicast);
    assert_eq!(named(4, false), [0, 1, 1]);
    assert_eq!(named(4, true), [2, 3, 3]);
    // Of three, unicasts have two, and multicasts one.
    assert_eq!((named(3, false), named(3, true)), (vec![0, 1, 1], vec![2, 2, 2]));
    assert_eq!((named(1, false), named(1, true)), (vec![0; 3], vec![0; 3]));
}
