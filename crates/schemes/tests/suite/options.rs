//! Options are refused by the schemes that do not know them.

use wormcast_plan::{MulticastSet, Worms, random_destinations};
use wormcast_schemes::{Options, SCHEMES, SchemeError, TreeChoice, scheme_named};
use wormcast_topology::build;

#[test]
fn a_scheme_refuses_the_options_that_it_does_not_know() {
    let mesh = build("mesh:4x4").unwrap();
    let root = Options { root: Some(mesh.find_node("1,1").unwrap()), ..Options::default() };
    for scheme in SCHEMES.iter().filter(|scheme| !scheme.options().contains(&"root")) {
        let Err(SchemeError::UnknownOption { scheme: named, option, .. }) = scheme.prepare(&*mesh, &root) else {
            panic!("{} takes a root", scheme.name());
        };
        assert_eq!((named, option), (scheme.name(), "root"));
    }
    let error = SCHEMES[0].prepare(&*mesh, &root).err().unwrap();
    assert_eq!(error.to_string(), "scheme `unicast` has no option `root`; it has none");
}

/// The tree of least load is taken: then the loads differ by one worm at most.
#[test]
fn trees_are_loaded_evenly_on_request() {
    let torus = build("torus:6x6").unwrap();
    let source = torus.find_node("2,3").unwrap();
    let options = Options { tree: Some(TreeChoice::LeastLoaded), ..Options::default() };
    let mut planner = scheme_named("dstm-1").unwrap().prepare(&*torus, &options).unwrap();
    let (mut load, mut largest) = ([0, 0], 0);
    for seed in 0..50 {
        let destinations = random_destinations(&*torus, source, 2 + seed as usize % 9, seed).unwrap();
        let mut worms = Worms::new();
        planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms).unwrap();
        let worm = worms.iter().next().unwrap();
        load[usize::from(worm.consumption_class)] += worm.hops.len();
        largest = largest.max(worm.hops.len());
        assert!(load[0].abs_diff(load[1]) <= largest, "{load:?}");
    }
}
