//! Descriptions from people and from attackers: a network, or a message that says what would be accepted.

use proptest::prelude::*;
use wormcast_topology::{FAMILIES, MAX_CHANNELS, MAX_NODES, build};

fn message(spec: &str) -> String {
    let message = build(spec).expect_err(spec).to_string();
    assert!(message.len() < 600, "{} bytes", message.len());
    message
}

#[test]
fn messages_say_what_would_be_accepted() {
    let expected = [
        ("", "unknown topology ``; known are `mesh:WxH[x…]`"),
        ("mehs:8x8", "did you mean `mesh`?"),
        ("MESH:8x8", "did you mean `mesh`?"),
        ("mesh", "`mesh:`: a side is missing; expected sides of at least 1, such as `mesh:8x8` (columns x rows)"),
        ("mesh:", "a side is missing"),
        ("mesh:0x3", "a side of 0 is too small"),
        ("mesh:3x", "a side is missing"),
        ("mesh:3X3", "`3X3` is not a side"),
        ("mesh:-3x3", "`-3` is not a side"),
        ("mesh:3.5", "`3.5` is not a side"),
        ("mesh:٣x٣", "`٣` is not a side"),
        ("mesh: 3", "` 3` is not a side"),
        ("mesh:3\u{0}", "`3\u{fffd}` is not a side"),
        ("mesh:99999999x99999999", "9999999800000001 nodes are more than the 16777216 that are accepted"),
        ("mesh:4294967296", "a side of 4294967296 is too large"),
        ("mesh:4294967295x4294967295x4294967295x4294967295x4294967295", "nodes are more than"),
        ("torus:+3", "`+3` is not a side"),
        ("torus:16777217", "16777217 nodes are more than the 16777216"),
        ("hypercube:0", "a dimension of 0 is too small; expected a dimension from 1 to 22"),
        ("hypercube:23", "a dimension of 23 is too large"),
        ("hypercube:64", "a dimension of 64 is too large"),
        ("hypercube:4x4", "`4x4` is not a dimension"),
        ("star:1", "a dimension of 1 is too small; expected a dimension from 2 to 10"),
        ("star:11", "a dimension of 11 is too large; expected a dimension from 2 to 10"),
        ("star:99", "a dimension of 99 is too large"),
        ("tree:0", "a height of 0 is too small; expected a height from 1 to 23"),
        ("tree:24", "a height of 24 is too large"),
        ("twisted-torus:4x8:99", "`twisted-torus:4x8:99`: a shift of 99 is too large"),
        ("twisted-torus:4x0:2", "`twisted-torus:4x0:2`: a side of 0 is too small"),
        ("concentrated-mesh:2x2:0", "`concentrated-mesh:2x2:0`: a number of endpoints of 0 is too small"),
        ("mesh-of-trees:0", "a height of 0 is too small"),
        ("mesh-of-trees:12", "the heights sum up to 24; expected heights of at least 1 that sum up to at most 22"),
        ("mesh-of-trees:4x", "a height is missing"),
        ("mesh-of-trees:22x22x22x22", "the heights sum up to 88"),
    ];
    for (spec, part) in expected {
        let message = message(spec);
        assert!(message.contains(part), "{spec}: {message}");
    }
}

#[test]
fn long_texts_are_refused_in_short_messages() {
    for (prefix, repeated) in [("", "a"), ("mesh:", "1x"), ("mesh:", "9"), ("star:", "ä"), ("", ":")] {
        let spec = format!("{prefix}{}", repeated.repeat((1 << 20) / repeated.len()));
        assert!(message(&spec).contains("expected at most 4096"));
        message(&format!("{prefix}{}", repeated.repeat(4000 / repeated.len())));
    }
}

#[test]
fn dimensions_are_bounded() {
    let ones = |count: usize| vec!["1"; count].join("x");
    assert!(build(&format!("mesh:{}", ones(24))).is_ok());
    assert!(message(&format!("mesh:{}", ones(25))).contains("more than 24 sides"));
    assert!(message(&format!("torus:{}", ones(2000))).contains("more than 24 sides"));
    assert!(message(&format!("mesh-of-trees:{}", ones(25))).contains("more than 24 heights"));
}

proptest! {
    /// Small numbers, so that what is accepted is soon built.
    #[test]
    fn any_text_is_a_network_or_a_message(
        kind in prop::sample::select(FAMILIES.iter().map(|kind| kind.name).collect::<Vec<_>>()),
        parameters in "([0-3]?[xX:,+. \u{0}é-]){0,4}[0-3]?|\\PC{0,20}",
    ) {
        if let Ok(network) = build(&format!("{kind}:{parameters}")) {
            prop_assert!(network.graph().node_count() <= MAX_NODES);
            prop_assert!(network.graph().channel_count() <= MAX_CHANNELS);
            // The canonical description builds the same network.
            let again = build(&network.spec()).unwrap();
            prop_assert_eq!(again.spec(), network.spec());
            prop_assert_eq!(again.graph(), network.graph());
        }
    }

    #[test]
    fn any_text_is_a_node_or_a_message(
        kind in prop::sample::select(FAMILIES.iter().collect::<Vec<_>>()),
        name in "[0-3:,.r-]{0,8}|\\PC{0,20}",
    ) {
        let network = build(kind.example).unwrap();
        match network.find_node(&name) {
            Ok(node) => prop_assert_eq!(network.node_name(node), name),
            Err(error) => prop_assert!(error.to_string().contains("has no node"), "{error}"),
        }
    }
}
