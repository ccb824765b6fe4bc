//! Every picture is XML, and finite.

use wormcast_draw::{DrawOptions, network_svg};
use wormcast_topology::{KINDS, build};

#[test]
fn every_kind_of_network_is_drawn() {
    for kind in KINDS.iter().filter(|kind| kind.name != "file") {
        let svg = network_svg(&*build(kind.example).unwrap(), &DrawOptions::default()).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        assert_eq!(document.root_element().tag_name().name(), "svg");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", kind.example);
    }
}
