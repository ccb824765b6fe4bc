//! Two small pictures, byte for byte. After a change, look at them before you accept it: `cargo insta review`.

use crate::common::plan_of;
use wormcast_draw::{DrawOptions, plan_svg};
use wormcast_schemes::scheme_named;
use wormcast_topology::build;

fn picture(spec: &str, scheme: &str) -> String {
    let network = build(spec).unwrap();
    let plan = plan_of(scheme_named(scheme).unwrap(), &*network, 3, 1).unwrap();
    plan_svg(&*network, &plan, &DrawOptions::default()).unwrap()
}

#[test]
fn dual_path_on_a_small_mesh() {
    insta::assert_snapshot!(picture("mesh:3x2", "dual-path"));
}

#[test]
fn single_tree_on_a_small_tree() {
    insta::assert_snapshot!(picture("tree:2", "single-tree"));
}
