//! Options are refused by the schemes that do not know them.

use wormcast_plan::{MulticastSet, Worms, random_destinations};
use wormcast_schemes::option::{ROOT, TREE};
use wormcast_schemes::{Options, SCHEMES, SchemeError, TreeChoice, options_among, scheme_named};
use wormcast_topology::build;

#[test]
fn a_scheme_refuses_the_options_that_it_does_not_know() {
    let mesh = build("mesh:4x4").unwrap();
    let root = Options::default().with(&ROOT, "1,1".into());
    for scheme in SCHEMES.iter().filter(|scheme| scheme.options().iter().all(|option| option.name != "root")) {
        let Err(SchemeError::UnknownOption { scheme: named, option, .. }) = scheme.prepare(&*mesh, &root) else {
            panic!("{} takes a root", scheme.name());
        };
        assert_eq!((named, option), (scheme.name(), "root"));
    }
    let error = SCHEMES[0].prepare(&*mesh, &root).err().unwrap();
    assert_eq!(error.to_string(), "scheme `unicast` has no option `root`; it has `routing`");
}

/// Schemes that have an option of one name share its declaration, and a value reads back as it is written.
#[test]
fn options_of_one_name_are_one_option() {
    for (option, takers) in options_among(SCHEMES) {
        for taker in takers {
            let own = scheme_named(taker).unwrap().options().iter().find(|own| own.name == option.name).unwrap();
            assert_eq!((own.help, own.conflicts), (option.help, option.conflicts), "{taker}: {}", option.name);
            assert_eq!(own.value.is_some(), option.value.is_some(), "{taker}: {}", option.name);
        }
        let Some(value) = option.value else { continue };
        for text in ["1", "0,0", "random:7", "free", "local", "one", "dual-path", "longest,channels", "least-loaded"] {
            if let Ok(read) = value.parse(text) {
                assert_eq!(value.parse(&read), Ok(read.clone()), "{}", option.name);
                let words = [format!("--{}={text}", option.name)];
                let options = Options::of_words(words, &[option]).unwrap();
                assert_eq!(options.words(&[option]), [format!("--{}", option.name), read]);
            }
        }
        assert!(Options::of_words([format!("--{}", option.name)], &[option]).is_err(), "{}", option.name);
    }
}

/// The tree of least load is taken: then the loads differ by one worm at most.
#[test]
fn trees_are_loaded_evenly_on_request() {
    let torus = build("torus:6x6").unwrap();
    let source = torus.find_node("2,3").unwrap();
    let options = Options::default().with(&TREE, TreeChoice::LeastLoaded);
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
