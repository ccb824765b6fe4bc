//! Random worms and small plans.
pub(crate) mod judge;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::num::NonZeroU32;
use wormcast_plan::{NetworkSpec, Plan, Worms};
use wormcast_sim::{
    Crossbar, FlowControl, Handover, Ports, Replication, Reservation, Startup, Switching, Time, Timing, VcRule,
};
use wormcast_topology::{ChannelId, ChannelProperties, DescribedNetwork, Description, NodeId, Topology};

/// Some worms as a plan; its destinations are the nodes at which they deliver.
pub(crate) fn plan(topology: &dyn Topology, worms: Worms) -> Plan {
    let source = worms.iter().next().expect("a plan has a worm").origin;
    let mut destinations: Vec<_> = worms.iter().flat_map(|worm| worm.deliveries).map(|d| d.node).collect();
    destinations.sort_unstable();
    destinations.dedup();
    let (network, scheme) = (NetworkSpec::whole(topology.spec()), "by-hand".to_owned());
    Plan { network, scheme, source, destinations, worms, claims: vec![], extra: serde_json::Map::new() }
}

/// Appends a worm along named nodes, which delivers at its end.
pub(crate) fn path(topology: &dyn Topology, worms: &mut Worms, nodes: &[&str]) {
    let nodes: Vec<_> = nodes.iter().map(|name| topology.find_node(name).unwrap()).collect();
    let channels = nodes.windows(2).map(|step| topology.graph().channel(step[0], step[1]).unwrap());
    worms.start(nodes[0], None, 0);
    let last = worms.chain(None, channels).unwrap();
    worms.deliver(last, nodes[nodes.len() - 1]);
}

/// Appends a random tree of hops: every new hop hangs from a random visit and takes a channel that is new to the worm.
/// Leaves deliver, and some other visits too, each node once.
pub(crate) fn random_tree(topology: &dyn Topology, worms: &mut Worms, random: &mut Random, max_hops: usize) {
    let origin = NodeId::new(random.random_range(0..topology.graph().node_count()));
    worms.start(origin, None, 0);
    random_class(worms, random);
    grow(topology, worms, origin, random, max_hops);
}

/// Appends a random tree that starts where, and after, one of the worms so far delivers; or anywhere.
pub(crate) fn random_relay(topology: &dyn Topology, worms: &mut Worms, random: &mut Random, max_hops: usize) {
    let deliveries: Vec<_> =
        worms.iter().flat_map(|worm| worm.deliveries.iter().map(move |d| (worm.id, d.node))).collect();
    if deliveries.is_empty() || random.random_bool(0.3) {
        return random_tree(topology, worms, random, max_hops);
    }
    let (after, origin) = deliveries[random.random_range(0..deliveries.len())];
    worms.start(origin, Some(after), 1);
    random_class(worms, random);
    grow(topology, worms, origin, random, max_hops);
}

fn random_class(worms: &mut Worms, random: &mut Random) {
    worms.set_consumption_class(random.random_range(0..worms.consumption_classes()));
}

fn grow(topology: &dyn Topology, worms: &mut Worms, origin: NodeId, random: &mut Random, max_hops: usize) {
    let graph = topology.graph();
    let (mut visits, mut used) = (vec![origin], Vec::<ChannelId>::new());
    let mut inner = vec![true];
    for _ in 0..random.random_range(1..=max_hops) {
        // Prefer the newest visit, for long branches.
        let from = if random.random_bool(0.6) { visits.len() - 1 } else { random.random_range(0..visits.len()) };
        let port = random.random_range(0..graph.degree(visits[from]));
        let channel = graph.out_channels(visits[from]).nth(port).unwrap();
        if !used.contains(&channel) {
            used.push(channel);
            worms.hop(from.checked_sub(1).map(|hop| hop as u32), channel);
            inner[from] = true;
            visits.push(graph.target(channel));
            inner.push(false);
        }
    }
    let mut delivered = vec![origin];
    for (hop, &node) in visits.iter().enumerate().skip(1) {
        if !delivered.contains(&node) && (!inner[hop] || random.random_bool(0.3)) {
            worms.deliver(hop as u32 - 1, node);
            delivered.push(node);
        }
    }
}

/// Any timing that is valid: short worms and long ones, small buffers and large ones.
pub(crate) fn random_timing(random: &mut Random) -> Timing {
    let ports = |random: &mut Random| match random.random_range(0..3) {
        0 => Ports::Limited(NonZeroU32::new(random.random_range(1..=4).min(3)).unwrap()),
        _ => Ports::All,
    };
    let overheads = [0, 0, 1, 7, 500];
    Timing {
        length: if random.random_bool(0.8) { random.random_range(1..=12) } else { random.random_range(13..200) },
        send: Time::from_ps(overheads[random.random_range(0..5)]),
        receive: Time::from_ps(overheads[random.random_range(0..5)]),
        startup: if random.random_bool(0.5) { Startup::Serial } else { Startup::Parallel },
        router: Time::from_ps(random.random_range(0..4)),
        flit: Time::from_ps(random.random_range(1..4)),
        buffer: random.random_range(1..=4),
        injection: ports(random),
        consumption: ports(random),
        header_flits: false,
        flow: FlowControl::default(),
    }
}

/// A timing with any flow control.
pub(crate) fn random_flow(timing: Timing, random: &mut Random) -> Timing {
    let flow = FlowControl {
        virtual_channels: NonZeroU32::new(random.random_range(1..4)).unwrap(),
        vc_rule: VC_RULES[random.random_range(0..6)],
        credit: Time::from_ps([0, 0, 2, 9][random.random_range(0..4)]),
        turnaround: Time::from_ps([0, 0, 1, 3][random.random_range(0..4)]),
        crossbar: [Crossbar::Full, Crossbar::Input, Crossbar::Separable][random.random_range(0..3)],
        handover: if random.random_bool(0.5) { Handover::Empty } else { Handover::Tail },
        reservation: RESERVATIONS[random.random_range(0..5)],
        replication: if random.random_bool(0.5) { Replication::LockStep } else { Replication::Forked },
        switching: [Switching::Wormhole, Switching::CutThrough, Switching::StoreAndForward][random.random_range(0..3)],
    };
    let least = if flow.switching == Switching::Wormhole { 1 } else { timing.length };
    Timing { buffer: timing.buffer.max(least), flow, ..timing }
}

const VC_RULES: [VcRule; 6] =
    [VcRule::Dateline, VcRule::PerHop, VcRule::Fixed, VcRule::Free, VcRule::FreeDateline, VcRule::Class];

const RESERVATIONS: [Reservation; 5] = [
    Reservation::Atomic,
    Reservation::Incremental,
    Reservation::AnyOrder,
    Reservation::Independent,
    Reservation::Whole,
];

/// A network of the same nodes and channels as another, of which some have a delay, a flit time, a buffer, or virtual
/// channels of their own; `plain` leaves all out that the closed form of the worm engine does not know.
pub(crate) fn with_own_channels(
    topology: &dyn Topology,
    timing: &Timing,
    plain: bool,
    random: &mut Random,
) -> DescribedNetwork {
    let graph = topology.graph();
    let ends = |channel| (graph.source(channel), graph.target(channel));
    let mut own = |_| {
        let mut some = |most: u64| random.random_bool(0.4).then(|| random.random_range(0..most));
        let whole = if timing.flow.switching == Switching::Wormhole { 1 } else { timing.length };
        let buffer_flits = some(4).map(|more| whole + more as u32);
        let covered = u64::from(buffer_flits.unwrap_or(timing.buffer) - 1) * timing.flit.ps();
        let delay_ps = some(if plain { covered + 1 } else { 12 });
        let flit_ps = some(5).filter(|_| !plain).map(|flit| flit + 1);
        let router_ps = some(5).filter(|_| !plain);
        let virtual_channels = some(3).filter(|_| !plain).map(|more| 1 + more as u32);
        let own = ChannelProperties { delay_ps, flit_ps, router_ps, ..ChannelProperties::default() };
        ChannelProperties { virtual_channels, buffer_flits, ..own }
    };
    let description = Description {
        names: graph.nodes().map(|node| topology.node_name(node).into()).collect(),
        channels: graph.channels().map(ends).collect(),
        properties: (0..graph.channel_count()).map(|place| (place, own(place))).collect(),
        ..Description::default()
    };
    DescribedNetwork::new("file:own".into(), "test", description).unwrap()
}
