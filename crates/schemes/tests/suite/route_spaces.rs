//! Plans stay within the route spaces that planners tell: what is proved of a space holds for the plans.

use crate::support::{judged, networks, planner, random, random_set, served};
use rand::RngExt;
use wormcast_plan::{Chain, Delivers, MulticastSet, RouteFamily, RouteSpace, Splits, Worm, Worms};
use wormcast_schemes::option::{CONSUMPTION_CLASSES, DELIVER_ON_THE_WAY_UP, FIRST_PHASE, PHASES, ROOT, WITHIN};
use wormcast_schemes::{ConsumptionClasses, Options, PhasePaths, SCHEMES, scheme_named};
use wormcast_topology::{NodeId, Topology};

/// The nodes that a worm comes through as long as it is a chain that does not run down the tree, and the number of
/// hops until then.
fn chain(topology: &dyn Topology, splits: &Splits<NodeId>, worm: &Worm<'_>) -> Vec<NodeId> {
    let graph = topology.graph();
    let mut nodes = vec![worm.origin];
    let mut at = None;
    loop {
        let mut next = worm.hops.iter().enumerate().filter(|(_, hop)| hop.parent() == at);
        let (Some((index, hop)), None) = (next.next(), next.next()) else { return nodes };
        let [from, to] = [graph.source(hop.channel), graph.target(hop.channel)];
        let ends = match splits {
            Splits::Never => false,
            Splits::Down { parents, .. } => parents[to.index()] == Some(from),
            Splits::Along | Splits::Anywhere => true,
        };
        if ends {
            return nodes;
        }
        nodes.push(to);
        at = Some(index as u32);
    }
}

fn may_follow(topology: &dyn Topology, family: &RouteFamily<NodeId>, nodes: &[NodeId]) -> bool {
    let routed = |nodes: &[NodeId]| {
        let routing = topology.own_routing().expect("the network has a routing");
        nodes.windows(2).all(|step| routing.next(step[0], nodes[nodes.len() - 1]) == step[1])
    };
    match &family.chain {
        Chain::Nothing => nodes.len() == 1,
        Chain::Labels { path, rising, shortcuts } => {
            let label = |node: &NodeId| path.iter().position(|other| other == node).unwrap();
            let labels: Vec<_> = nodes.iter().map(label).collect();
            let rises = |step: &[usize]| (step[0] < step[1]) == *rising;
            labels.windows(2).all(|step| rises(step) && (*shortcuts || step[0].abs_diff(step[1]) == 1))
        }
        Chain::Routing => routed(nodes),
        Chain::RoutingOnward => true,
        Chain::Any => nodes.windows(3).all(|three| three[0] != three[2]),
        Chain::Climb => match &family.splits {
            Splits::Down { parents, .. } => nodes.windows(2).all(|step| parents[step[0].index()] == Some(step[1])),
            _ => false,
        },
        Chain::Lanes { lanes, waits } => {
            let ends = |place: u32| (lanes[place as usize].0, lanes[place as usize].1);
            let follow = |three: &[NodeId]| {
                waits
                    .iter()
                    .any(|&[held, asked]| (ends(held), ends(asked)) == ((three[0], three[1]), (three[1], three[2])))
            };
            let taken = |two: &[NodeId]| lanes.iter().any(|lane| (lane.0, lane.1) == (two[0], two[1]));
            nodes.windows(2).all(taken) && nodes.windows(3).all(follow)
        }
        Chain::Triples(triples) => nodes.windows(3).all(|three| triples.contains(&[three[0], three[1], three[2]])),
    }
}

/// Whether a worm is one of a family.
fn belongs(topology: &dyn Topology, family: &RouteFamily<NodeId>, worm: &Worm<'_>) -> bool {
    let graph = topology.graph();
    if family.splits == Splits::Along {
        let mut ways: Vec<Vec<NodeId>> = Vec::new();
        for hop in worm.hops {
            let before = hop.parent().map_or_else(|| vec![worm.origin], |parent| ways[parent as usize].clone());
            ways.push(before.into_iter().chain([graph.target(hop.channel)]).collect());
        }
        return family.class == worm.consumption_class && ways.iter().all(|way| may_follow(topology, family, way));
    }
    let nodes = chain(topology, &family.splits, worm);
    // The hops of the chain come first: parents do, and there are no others beside them.
    let links = nodes.len() - 1;
    let goes_down = worm.hops[links..].iter().all(|hop| match &family.splits {
        Splits::Never => false,
        Splits::Along | Splits::Anywhere => true,
        Splits::Down { parents, .. } => parents[graph.target(hop.channel).index()] == Some(graph.source(hop.channel)),
    });
    let delivers = worm.deliveries.iter().all(|delivery| {
        let on_the_way = (delivery.hop as usize) + 1 < links;
        family.delivers == Delivers::OnTheWay || !on_the_way
    });
    family.class == worm.consumption_class && goes_down && delivers && may_follow(topology, family, &nodes)
}

fn assert_within(topology: &dyn Topology, scheme: &str, space: &RouteSpace<NodeId>, worm: &Worm<'_>) {
    let found = space.families.iter().any(|family| belongs(topology, family, worm));
    assert!(found, "{scheme} on {}: {worm:?} is of no family", topology.spec());
}

#[test]
fn plans_stay_within_the_route_space() {
    let mut rng = random(31);
    for network in networks() {
        for scheme in SCHEMES {
            let Some(mut planner) = planner(&*network, scheme.name(), &Options::default()) else { continue };
            let space = planner.route_space().expect("small networks have route spaces");
            for _ in 0..6 {
                let (source, mut destinations) = random_set(&*network, &mut rng);
                destinations.truncate(rng.random_range(1..=destinations.len()));
                let (source, destinations) = served(&*network, &mut *planner, (source, destinations));
                let worms = judged(&*network, &mut *planner, scheme.name(), source, &destinations);
                worms.iter().for_each(|worm| assert_within(&*network, scheme.name(), &space, &worm));
            }
        }
    }
}

#[test]
fn options_change_the_route_space_with_the_plans() {
    let mut rng = random(32);
    for network in networks() {
        let by_direction = Options::default().with(&CONSUMPTION_CLASSES, ConsumptionClasses::Direction);
        let options = [
            ("single-tree", Options::default().with(&ROOT, network.node_name(NodeId::new(0)).into())),
            ("single-tree", Options::default().with_switch(&DELIVER_ON_THE_WAY_UP)),
            ("proximity-grouping", Options::default().with(&FIRST_PHASE, PhasePaths::MultiPath)),
            ("two-phase-multi-path", Options::default().with(&PHASES, 1)),
            ("two-phase-multi-path", by_direction.clone()),
            ("proximity-grouping", by_direction.clone()),
            ("hamiltonian-path", by_direction.clone()),
            ("shortcut-dual-path", by_direction.clone()),
            ("dual-path", by_direction.clone()),
            ("multi-path", by_direction.clone()),
            ("ocms", by_direction.clone()),
            ("otms", by_direction.clone()),
        ];
        for (scheme, options) in options {
            let Some(mut planner) = planner(&*network, scheme, &options) else { continue };
            let space = planner.route_space().unwrap();
            for _ in 0..4 {
                let (source, destinations) = served(&*network, &mut *planner, random_set(&*network, &mut rng));
                let worms = judged(&*network, &mut *planner, scheme, source, &destinations);
                worms.iter().for_each(|worm| assert_within(&*network, scheme, &space, &worm));
            }
        }
    }
}

/// Trees within routes keep to the turns of these, or of the order.
#[test]
fn trees_within_routes_take_their_turns() {
    let mut rng = random(34);
    for network in networks().filter(|network| network.graph().node_count() <= 30) {
        for (scheme, routes) in [("steiner", "up-down"), ("ner", "dimension-order"), ("shortest-path-tree", "layered")]
        {
            let options = Options::default().with(&WITHIN, routes.parse().unwrap());
            let Ok(mut planner) = scheme_named(scheme).unwrap().prepare(&*network, &options) else { continue };
            let space = planner.route_space().unwrap();
            for _ in 0..3 {
                let (source, mut destinations) = random_set(&*network, &mut rng);
                destinations.truncate(4);
                let mut worms = Worms::new();
                // Turns of routes may lead to none of the destinations.
                if planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms).is_ok() {
                    worms.iter().for_each(|worm| assert_within(&*network, scheme, &space, &worm));
                }
            }
        }
    }
}

/// The tests above can fail: what is no part of a space is found out.
#[test]
fn strangers_are_found_out() {
    let mesh = wormcast_topology::build("mesh:4x4").unwrap();
    let space = |scheme| planner(&*mesh, scheme, &Options::default()).unwrap().route_space().unwrap();
    let mut rng = random(33);
    let schemes = ["unicast", "dual-path", "hamiltonian-path", "single-tree"];
    for (scheme, other) in schemes.into_iter().flat_map(|a| schemes.map(|b| (a, b))) {
        let space = space(other);
        let within = |_| {
            let (source, destinations) = random_set(&*mesh, &mut rng);
            let mut planner = planner(&*mesh, scheme, &Options::default()).unwrap();
            let worms = judged(&*mesh, &mut *planner, scheme, source, &destinations);
            worms.iter().all(|worm| space.families.iter().any(|family| belongs(&*mesh, family, &worm)))
        };
        let all = (0..20).all(within);
        assert_eq!(all, scheme == other || (scheme, other) == ("hamiltonian-path", "dual-path"), "{scheme} in {other}");
    }
}
