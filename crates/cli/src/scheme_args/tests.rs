//! A scheme that these tests alone know has its options wherever options stand.

use super::{set_by, with_options};
use crate::list;
use clap::{Command, CommandFactory};
use std::num::NonZeroU32;
use std::path::Path;
use wormcast::eval::experiment::Experiment;
use wormcast::schemes::{
    NodeName, OptionDeclaration, OptionSpec, Options, Planner, Scheme, SchemeError, Switch, scheme_named,
};
use wormcast::topology::{Topology, build};

const HOPS: OptionSpec<NonZeroU32> =
    OptionSpec::new("hops", "HOPS", "How far the flood goes").expects("a number of hops, such as 3").default("3");
const START_AT: OptionSpec<NodeName> =
    OptionSpec::new("start-at", "NODE", "Where it starts").expects("the name of a node, such as \"0,0\"");
const EAGER: Switch = Switch::new("eager", "Send before all is known").conflicts_with(&["hops"]);

/// Plans unicasts, and is known to these tests alone.
struct Flood;

impl Scheme for Flood {
    fn name(&self) -> &'static str {
        "flood"
    }

    fn summary(&self) -> &'static str {
        "unicasts by another name"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[HOPS.declaration, EAGER.declaration, START_AT.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        scheme_named("unicast").expect("it is known").prepare(topology, &Options::default())
    }
}

const KNOWN: &[&dyn Scheme] = &[&Flood];

fn command() -> Command {
    with_options(Command::new("plan").no_binary_name(true), KNOWN)
}

#[test]
fn on_the_command_line() {
    let set = |words: &[&str]| command().try_get_matches_from(words).map(|matches| set_by(&matches, KNOWN));
    let options = set(&["--hops", "5"]).unwrap();
    assert_eq!(options.get(&HOPS), NonZeroU32::new(5));
    assert!(set(&["--eager"]).unwrap().has(&EAGER) && !options.has(&EAGER));
    let error = set(&["--hops", "0"]).unwrap_err().to_string();
    assert!(error.contains("'--hops <HOPS>': `0` is not a whole number of at least 1"), "{error}");
    let error = set(&["--hops", "1", "--eager"]).unwrap_err().to_string();
    assert!(error.contains("cannot be used with"), "{error}");
    let help = command().render_help().to_string();
    assert!(help.contains("How far the flood goes [default: 3] [schemes: flood]"), "{help}");
}

#[test]
fn in_experiment_files() {
    let parse = |scheme: &str| {
        let text = format!("topology = 'mesh:4x4'\nloads = [1]\nschemes = [{{ scheme = 'flood', {scheme} }}]\n");
        let place = |error: wormcast::eval::experiment::ExperimentError| text[error.span.clone()].to_owned();
        Experiment::parse_among(KNOWN, &text, Path::new(".")).map_err(|error| (error.to_string(), place(error)))
    };
    let experiment = parse("start_at = '1,1', hops = 2").unwrap();
    assert_eq!(experiment.schemes[0].label, "flood hops=2 start-at=1,1");
    assert_eq!(experiment.schemes[0].options.get(&HOPS), NonZeroU32::new(2));
    for (scheme, message, place) in [
        ("hops = 0", "`0` is not a whole number of at least 1", "0"),
        ("hops = []", "expected a number of hops, such as 3", "[]"),
        ("eager = 1", "expected `true` or `false`", "1"),
        ("start_at = '9,9'", "mesh:4x4 has no node `9,9`", "'9,9'"),
        ("hops = 7, eager = true", "`hops` cannot be used with `eager`", "7"),
        ("hop = 7", "did you mean `hops`?", "hop"),
    ] {
        let (said, blamed) = parse(scheme).unwrap_err();
        assert!(said.contains(message), "{scheme}: {said}");
        assert_eq!(blamed, place, "{scheme}: {said}");
    }
}

#[test]
fn in_proof_files_and_in_the_list() {
    let options = Options::default().with(&START_AT, "2,1".into()).with(&HOPS, NonZeroU32::MIN);
    let words = options.words(Flood.options());
    assert_eq!(words, ["--hops", "1", "--start-at", "2,1"]);
    assert_eq!(Options::of_words(words, Flood.options()).unwrap(), options);
    let list = serde_json::to_value(list::Document::of(KNOWN)).unwrap();
    assert_eq!(list["schemes"][0]["options"], serde_json::json!(["hops", "eager", "start-at"]));
    let hops = serde_json::json!({
        "name": "hops", "summary": "How far the flood goes", "value": "a number of hops, such as 3", "default": "3",
        "schemes": ["flood"],
    });
    assert_eq!(list["options"][0], hops);
}

/// What a caller of the library sets is refused where the scheme is made ready.
#[test]
fn in_the_library() {
    let mesh = build("mesh:4x4").unwrap();
    let refused = |options: &Options| Flood.prepare(&*mesh, options).err().map(|error| error.to_string());
    let options = Options::default().with(&HOPS, NonZeroU32::MIN);
    assert_eq!(refused(&options), None);
    assert!(refused(&options.clone().with_switch(&EAGER)).unwrap().contains("`eager` together with `hops`"));
    assert!(refused(&options.with(&START_AT, "9,9".into())).unwrap().contains("has no node `9,9`"));
}

/// No option of a scheme has the name of another argument: clap would panic.
#[test]
fn beside_all_other_arguments() {
    crate::Cli::command().debug_assert();
}
