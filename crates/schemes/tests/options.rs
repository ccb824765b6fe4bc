//! Options are refused by the schemes that do not know them.

use wormcast_schemes::{Options, SCHEMES, SchemeError};
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
