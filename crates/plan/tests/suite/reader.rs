//! Reading plan files: what is refused, and how it is said.

use wormcast_plan::{DocumentError, PlanDocument};

const SOUND: &str = r#"{"format": "wormcast-plan", "version": 1, "topology": "mesh:3x1",
"without_nodes": ["2,0"], "without_links": [["0,0", "1,0"]], "scheme": "by hand",
"source": "0,0", "destinations": ["1,0"],
"worms": [{"id": 0, "origin": "0,0", "after": null, "round": 0, "note": {"any": []},
  "route": [[null, "0,0", "1,0"]], "deliver": [{"hop": 0, "node": "1,0"}]}],
"cost": {"channels": 1, "longest_path": 1, "rounds": 1, "worms": 1}, "header": [1, 2.5], "made-by": "hand"}"#;

#[test]
fn a_sound_file_is_read_and_written_alike() {
    let document = PlanDocument::parse(SOUND.as_bytes()).unwrap();
    assert_eq!(document.network.without_links, [("0,0".to_owned(), "1,0".to_owned())]);
    assert_eq!(document.extra.keys().collect::<Vec<_>>(), ["header", "made-by"]);
    let again = PlanDocument::parse(serde_json::to_string(&document).unwrap().as_bytes()).unwrap();
    assert_eq!(again, document);
}

#[test]
fn consumption_classes_are_written_where_they_are_not_trivial() {
    let mesh = wormcast_topology::build("mesh:3x1").unwrap();
    let text = SOUND.replace("\"worms\": [{", "\"consumption_classes\": 64, \"worms\": [{\"consumption_class\": 63, ");
    let plan = PlanDocument::parse(text.as_bytes()).unwrap().resolve(&*mesh).unwrap();
    assert_eq!((plan.worms.consumption_classes(), plan.worms.get(0).consumption_class), (64, 63));
    let written = serde_json::to_string(&plan.document(&*mesh)).unwrap();
    let again = PlanDocument::parse(written.as_bytes()).unwrap().resolve(&*mesh).unwrap();
    assert_eq!(again.worms, plan.worms);
    let plain = PlanDocument::parse(SOUND.as_bytes()).unwrap().resolve(&*mesh).unwrap();
    assert_eq!((plain.worms.consumption_classes(), plain.worms.get(0).consumption_class), (1, 0));
    assert!(!serde_json::to_string(&plain.document(&*mesh)).unwrap().contains("consumption"));
}

#[test]
fn consumption_classes_that_make_no_sense_are_refused() {
    let mesh = wormcast_topology::build("mesh:3x1").unwrap();
    for (classes, class, message) in [
        (0, 0, "0 consumption classes are not possible; a plan has 1 to 64"),
        (65, 0, "65 consumption classes are not possible; a plan has 1 to 64"),
        (2, 2, "worm 0: its consumption class is 2, and classes go from 0 to 1"),
        (1, u32::MAX, "worm 0: its consumption class is 4294967295, and classes go from 0 to 0"),
    ] {
        let to = format!("\"consumption_classes\": {classes}, \"worms\": [{{\"consumption_class\": {class}, ");
        let text = SOUND.replace("\"worms\": [{", &to);
        let error = PlanDocument::parse(text.as_bytes()).unwrap().resolve(&*mesh).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn every_error_has_its_place_and_says_what_is_expected() {
    let deep = format!("\"header\": {}", "[".repeat(100_000));
    for (from, to, message) in [
        ("\"version\": 1", "\"version\": -1", "invalid value: integer `-1`, expected u32 at line 1 column 41"),
        ("\"version\": 1", "\"version\": 1.0", "invalid type: floating point `1.0`, expected u32 at line 1 column 42"),
        ("\"version\": 1", "\"version\": 1e999", "number out of range at line 1 column 44"),
        ("[\"2,0\"]", "\"2,0\"", "invalid type: string \"2,0\", expected a sequence at line 2 column 22"),
        ("[[\"0,0\", \"1,0\"]]", "[[\"0,0\"]]", "invalid length 1, expected a link: [node, node] at line 2 column 51"),
        (
            "[[\"0,0\", \"1,0\"]]",
            "[\"0,0-1,0\"]",
            "invalid type: string \"0,0-1,0\", expected a link: [node, node] at line 2 column 53",
        ),
        ("[\"1,0\"],", "[\"1,0\", 4],", "invalid type: integer `4`, expected a string at line 3 column 42"),
        ("\"id\": 0", "\"id\": 4294967296", "invalid value: integer `4294967296`, expected u32 at line 4 column 27"),
        ("\"id\": 0", "\"id\": 0, \"id\": 0", "duplicate field `id` at line 4 column 24"),
        ("\"id\": 0, ", "", "missing field `id` at line 5 column 74"),
        (
            "[[null, \"0,0\", \"1,0\"]]",
            "[[null, \"0,0\"]]",
            "invalid length 2, expected a hop: [parent or null, from, to] or [parent or null, from, to, number of the channel] at line 5 column 25",
        ),
        (
            "[[null, \"0,0\", \"1,0\"]]",
            "[{}]",
            "invalid type: map, expected a hop: [parent or null, from, to] or [parent or null, from, to, number of the channel] at line 5 column 12",
        ),
        (
            "{\"hop\": 0, \"node\": \"1,0\"}",
            "[0, \"1,0\"]",
            "invalid type: sequence, expected an object {…} at line 5 column 47",
        ),
        (
            "{\"channels\": 1, \"longest_path\": 1, \"rounds\": 1, \"worms\": 1}",
            "[1, 1, 1, 1]",
            "invalid type: sequence, expected an object {…} at line 6 column 8",
        ),
        (
            "\"scheme\": \"by hand\",",
            "\"scheme\": \"by hand\", \"scheme\": \"unicast\",",
            "duplicate field `scheme` at line 2 column 90",
        ),
        ("\"made-by\"", "\"header\"", "duplicate field `header` at line 6 column 106"),
        ("\"made-by\": \"hand\"", "\"without_nodes\": []", "duplicate field `without_nodes` at line 6 column 104"),
        ("\"made-by\": \"hand\"", &deep, "recursion limit exceeded at line 6 column 226"),
        ("\"hand\"}", "\"hand\"} {}", "trailing characters at line 6 column 109"),
        ("\"hand\"}", "\"hand", "EOF while parsing a string at line 6 column 105"),
    ] {
        assert_eq!(SOUND.matches(from).count(), 1, "{from}");
        let error = PlanDocument::parse(SOUND.replace(from, to).as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), format!("not a plan: {message}"), "{to}");
    }
    for (text, message) in [
        (&b""[..], "EOF while parsing a value at line 1 column 0"),
        (
            b"[]",
            "invalid type: sequence, expected a plan: an object with `format`, `version`, `topology` and so on at line 1 column 0",
        ),
        (b"{\"format\": \"\xff\"}", "invalid unicode code point at line 1 column 13"),
    ] {
        assert_eq!(PlanDocument::parse(text).unwrap_err().to_string(), format!("not a plan: {message}"));
    }
}

#[test]
fn another_format_or_version_is_named_whatever_else_the_file_holds() {
    for text in [
        SOUND.replace("\"version\": 1", "\"version\": 3"),
        r#"{"version": 3, "worms": {}, "format": "wormcast-plan"}"#.to_owned(),
    ] {
        let error = PlanDocument::parse(text.as_bytes()).unwrap_err();
        assert!(matches!(error, DocumentError::Format { version: 3, .. }), "{error}");
        assert_eq!(
            error.to_string(),
            "the format is `wormcast-plan` version 3; expected `wormcast-plan` version 1 to 2"
        );
    }
}

#[test]
fn a_message_is_short_and_clean_whatever_the_file_holds() {
    let name = "9\\u001b".repeat(100_000);
    for (from, to) in [("1,", format!("\"{name}\",")), ("wormcast-plan", name)] {
        let error = PlanDocument::parse(SOUND.replacen(from, &to, 1).as_bytes()).unwrap_err().to_string();
        assert!(error.contains("expected") && error.len() < 500 && !error.contains(char::is_control), "{error}");
    }
}

#[test]
fn a_plan_is_read_alike_from_a_text_and_bit_by_bit() {
    let read = |text: &str| PlanDocument::read(OneByOne(text.as_bytes()));
    assert_eq!(read(SOUND).unwrap(), PlanDocument::parse(SOUND.as_bytes()).unwrap());
    for (from, to) in [("\"id\": 0, ", ""), ("wormcast-plan", "x"), ("\"hand\"}", "\"hand")] {
        let text = SOUND.replace(from, to);
        let errors = [read(&text).unwrap_err(), PlanDocument::parse(text.as_bytes()).unwrap_err()];
        assert_eq!(errors[0].to_string(), errors[1].to_string());
    }
}

/// A source that hands out a byte at a time.
struct OneByOne<'t>(&'t [u8]);

impl std::io::Read for OneByOne<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(1);
        std::io::Read::read(&mut self.0, &mut buffer[..length])
    }
}

#[test]
fn what_a_file_makes_the_reader_keep_is_bounded() {
    let long = "a\\\"".repeat(6 << 20);
    let zeros = format!("[{}]", vec!["0"; 9 << 20].join(","));
    for (what, message) in [
        (format!("\"scheme\": \"{long}\""), "a text or number in it is longer than 16777216 bytes"),
        (format!("\"a\": {{\"b\": [{zeros}]}}"), "its unknown keys hold more than the 16777216 bytes that are read"),
    ] {
        let text = format!("{{\"format\": \"wormcast-plan\", {what}}}");
        let error = PlanDocument::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
