//! The schemes on networks, against all stars.

use super::brute::Brute;
use crate::support::{random, random_set};
use rand::RngExt;
use serde_json::Value;
use wormcast_check::{Proved, judge};
use wormcast_plan::{FirstHop, MulticastSet, NetworkSpec, random_destinations};
use wormcast_schemes::optimal::StarCost;
use wormcast_schemes::option::{DISJOINT, FIRST_HOP, LONGEST_WITHIN, MINIMIZE};
use wormcast_schemes::{Minimize, Options, PlanError, StarTradeOffs, scheme_named};
use wormcast_topology::{NodeId, Topology, build};

/// What a scheme plans, after it has been judged, and what it tells about its optimality.
fn planned(
    topology: &dyn Topology,
    scheme: &str,
    options: &Options,
    source: NodeId,
    destinations: &[NodeId],
) -> Result<(StarCost, Value), PlanError> {
    let mut planner = scheme_named(scheme).unwrap().prepare(topology, options).unwrap();
    let set = MulticastSet::checked(topology, source, destinations).unwrap();
    let plan = planner.whole_plan(NetworkSpec::whole(topology.spec()), scheme, set)?;
    let report = judge(&plan.document(topology), topology);
    assert!(report.is_valid(), "{scheme} on {}: {:?}", topology.spec(), report.violations);
    let Some(Proved::Star(proved)) = report.proved else { panic!("the plan carries a certificate of its star") };
    let told = &plan.extra["optimality"];
    let exact = told["exact"] == true;
    let plain = ["then", "disjoint", "longest_within"].iter().all(|key| told.get(key).is_none());
    assert_eq!(report.unverified.is_empty(), plain, "{told} {proved:?}");
    assert!(proved.optimal == exact || !plain, "{told} {proved:?}");
    let cost = plan.cost();
    Ok((StarCost { channels: cost.channels, longest: cost.longest_path }, plan.extra["optimality"].clone()))
}

/// Plans with every combination of options, and compares with all stars. Returns whether paths that share no channel
/// cost more.
fn assert_optimal(topology: &dyn Topology, source: NodeId, destinations: &[NodeId]) -> bool {
    let mut apart_costs_more = false;
    for first_hop in [FirstHop::Routing, FirstHop::Free] {
        let brute = Brute::of(topology, first_hop, source, destinations);
        let (all, disjoint) = (Brute::both(&brute.all), Brute::both(&brute.disjoint));
        apart_costs_more |= all != disjoint;
        let plain = Options::default().with(&FIRST_HOP, first_hop);
        let plan = |scheme, options: &Options| planned(topology, scheme, options, source, destinations);
        let best = |scheme, options: &Options| {
            let (cost, told) = plan(scheme, options).unwrap();
            assert_eq!(told["exact"], true, "{told}");
            let value = if scheme == "ocms" { cost.channels } else { cost.longest };
            assert_eq!((&told["value"], &told["lower_bound"]), (&value.into(), &value.into()));
            assert!(told.get("then").is_none_or(|then| then["exact"] == true), "{told}");
            cost
        };
        let context = || format!("{} from {} to {destinations:?}", topology.spec(), topology.node_name(source));
        let apart = plain.clone().with_switch(&DISJOINT);
        for (options, costs) in [(&plain, &all), (&apart, &disjoint)] {
            assert_eq!(best("ocms", options).channels, costs[0].channels, "{}", context());
            assert_eq!(best("otms", options).longest, costs[costs.len() - 1].longest, "{}", context());
            let both = |minimize| options.clone().with(&MINIMIZE, minimize);
            assert_eq!(best("ocms", &both(Minimize::ChannelsThenLongest)), costs[0], "{}", context());
            assert_eq!(best("otms", &both(Minimize::LongestThenChannels)), costs[costs.len() - 1], "{}", context());
        }
        let set = MulticastSet::checked(topology, source, destinations).unwrap();
        assert_eq!(StarTradeOffs::new(topology, first_hop).unwrap().of(set).unwrap(), all, "{}", context());
        for longest in all.iter().flat_map(|cost| [cost.longest - 1, cost.longest]) {
            let within = all.iter().find(|cost| cost.longest <= longest);
            let options = plain.clone().with(&LONGEST_WITHIN, longest);
            match (plan("ocms", &options), within) {
                (Ok((cost, _)), Some(within)) => {
                    assert_eq!((cost.channels, true), (within.channels, cost.longest <= longest))
                }
                (Err(PlanError::NoStarWithin { .. }), None) => {}
                (found, within) => panic!("{} within {longest}: {found:?}, not {within:?}", context()),
            }
        }
    }
    apart_costs_more
}

#[test]
fn meshes_of_all_shapes_from_every_corner() {
    let (mut rng, mut costs_more) = (random(1), 0);
    let shapes = (1..=7).flat_map(|columns| (1..=7).map(move |rows| (columns, rows))).filter(|&(c, r)| c * r > 1);
    for (columns, rows) in shapes {
        let mesh = build(&format!("mesh:{columns}x{rows}")).unwrap();
        for round in 0..10 {
            let (random_source, mut destinations) = random_set(&*mesh, &mut rng);
            let corner = |c: u32, r: u32| mesh.find_node(&format!("{},{}", c * (columns - 1), r * (rows - 1))).unwrap();
            let source = if round < 8 { corner(round / 4, round % 2) } else { random_source };
            destinations.retain(|&node| node != source);
            destinations.truncate(rng.random_range(1..=10));
            if !destinations.is_empty() {
                costs_more += u32::from(assert_optimal(&*mesh, source, &destinations));
            }
        }
    }
    assert!(costs_more > 0, "no set in which keeping the paths apart matters");
}

#[test]
fn other_networks() {
    let (mut rng, mut costs_more) = (random(2), 0);
    let specs =
        "hypercube:3 hypercube:4 hypercube:6 star:3 star:4 star:5 mesh:3x3x3 mesh:2x4x3 torus:4x4 torus:5x3 torus:7x7";
    for spec in specs.split(' ') {
        let network = build(spec).unwrap();
        for _ in 0..25 {
            let (source, mut destinations) = random_set(&*network, &mut rng);
            destinations.truncate(rng.random_range(1..=8));
            costs_more += u32::from(assert_optimal(&*network, source, &destinations));
        }
    }
    assert!(costs_more > 0, "no set in which keeping the paths apart matters");
}

/// More than a few destinations and ports: the gap is told, and what must be exact is refused.
#[test]
fn a_gap_is_never_told_as_exact() {
    let cube = build("hypercube:10").unwrap();
    let source = cube.find_node("0010011011").unwrap();
    let destinations = random_destinations(&*cube, source, 400, 3).unwrap();
    let (cost, told) = planned(&*cube, "otms", &Options::default(), source, &destinations).unwrap();
    let bound = told["lower_bound"].as_u64().unwrap();
    assert!(bound < cost.longest && told["exact"] == false, "{told}");
    let set = MulticastSet::checked(&*cube, source, &destinations).unwrap();
    assert_eq!(StarTradeOffs::new(&*cube, FirstHop::Routing).unwrap().of(set), Err(PlanError::TooWide));
    // The bound is that of the longer side: 10 % off at most.
    assert!(10 * (cost.longest - bound) <= cost.longest, "{told}");
}

#[test]
fn too_many_destinations_for_a_table_are_refused() {
    let torus = build("torus:128x128").unwrap();
    let nodes: Vec<_> = torus.graph().nodes().collect();
    let refused = planned(&*torus, "ocms", &Options::default(), nodes[0], &nodes[1..]);
    assert_eq!(refused.err(), Some(PlanError::TooManyDestinations { count: 16383, accepted: 8192 }));
}
