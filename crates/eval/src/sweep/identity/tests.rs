use super::*;
use crate::sweep::cells;
use std::path::Path;

const EXPERIMENT: &str = r#"
topology = "mesh:4x4"
without_nodes = ["3,3"]
schemes = ["unicast", { scheme = "single-tree", root = "1,1", label = "tree" }]
loads = [0.05, 0.1]
traffic.multicast = { destinations = { min = 2, max = 4 } }
traffic.unicast = { pattern = "hot-spot", node = "1,0", share = 0.25 }
traffic.unicast_scheme = "unicast"
timing = { length_flits = 8, consumption = 2 }
"#;

/// These texts are never changed without raising the version: a week of cells would be lost without a word.
#[test]
fn the_form_is_pinned() {
    let experiment = Experiment::parse(EXPERIMENT, Path::new(".")).unwrap();
    let identity = serde_json::to_string(&ExperimentIdentity::of(&experiment, experiment.stop)).unwrap();
    assert_eq!(
        identity,
        concat!(
            r#"{"version":6,"network":{"topology":"mesh:4x4","without_nodes":["3,3"]},"#,
            r#""channels":"81366d15cefc9624faf2e3dda6fc80732f419485e9f8fc9307ed029421757f8f","#,
            r#""unicast_scheme":{"name":"unicast","options":[]},"#,
            r#""traffic":{"arrivals":"poisson","multicast_share":0.1,"#,
            r#""unicast":{"pattern":"hot-spot","node":1,"share":0.25,"destinations":1},"#,
            r#""multicast":{"pattern":"uniform","min":2,"max":4}},"#,
            r#""timing":{"length_flits":8,"send_ps":0,"receive_ps":0,"startup":"serial","router_ps":40000,"#,
            r#""flit_ps":10000,"buffer_flits":1,"injection":null,"consumption":2},"#,
            r#""stop":{"half_width_share":0.01,"of":"all","max_messages":1000000,"max_time_ns":null}}"#,
        )
    );
    let tree = &experiment.schemes[1];
    let key = Key::of(&"an experiment");
    let cell = serde_json::to_string(&CellIdentity::new(&key, tree, 0.05, 7)).unwrap();
    let scheme = r#""scheme":{"name":"single-tree","options":["--root 1,1"]},"load":0.05,"seed":7}"#;
    assert_eq!(cell, format!(r#"{{"experiment":"{}",{scheme}"#, key.as_str()));
}

/// A run that goes on beyond saturation is another cell.
#[test]
fn longer_saturated_runs_have_keys_of_their_own() {
    let experiment = Experiment::parse(EXPERIMENT, Path::new(".")).unwrap();
    let longer = StopRule { saturated_messages: 4000, ..experiment.stop };
    let identity = serde_json::to_string(&ExperimentIdentity::of(&experiment, longer)).unwrap();
    assert!(identity.ends_with(r#""max_time_ns":null,"saturated_messages":4000}}"#), "{identity}");
}

#[test]
fn keys_are_pinned() {
    let experiment = Experiment::parse(EXPERIMENT, Path::new(".")).unwrap();
    let keys: Vec<_> = cells(&experiment).iter().map(|cell| cell.key.as_str()[..16].to_owned()).collect();
    assert_eq!(keys, ["d909d31eae4a278a", "81437e7db1eb48ea", "91149aaebd684ab2", "5470a1168daa73a4"]);
}

/// A file of routes under the same name, with other routes, makes other cells; with the same ones, the same cells.
#[test]
fn the_content_of_a_file_of_routes_shows() {
    let file = std::env::temp_dir().join(format!("wormcast-routes-{}.txt", std::process::id()));
    let text = format!(
        "topology = \"ring:3\"\nschemes = [{{ scheme = \"unicast\", routing = {:?} }}]\nloads = [0.1]\n\
         traffic.unicast_scheme = {{ scheme = \"unicast\", routing = {:?} }}\n",
        file.display().to_string(),
        file.display().to_string()
    );
    let keys = |routes: &str| {
        std::fs::write(&file, routes).unwrap();
        let experiment = Experiment::parse(&text, Path::new(".")).unwrap();
        cells(&experiment)[0].key.as_str().to_owned()
    };
    let short = "0 1\n0 2\n1 0\n1 2\n2 0\n2 1\n";
    let one = keys(short);
    assert_ne!(one, keys("0 2 1\n0 2\n1 0\n1 2\n2 0\n2 1\n"));
    assert_eq!(one, keys(short));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn the_order_of_options_does_not_show() {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let experiment = Experiment::parse(EXPERIMENT, Path::new(".")).unwrap();
    let options = |given: &[&str]| {
        let scheme = SchemeConfig { words: words(given), ..experiment.schemes[0].clone() };
        SchemeIdentity::of(&scheme).options
    };
    let one = options(&["--tree", "random", "--disjoint", "--trees", "2"]);
    assert_eq!(one, options(&["--trees", "2", "--tree", "random", "--disjoint"]));
    assert_eq!(one, ["--disjoint", "--tree random", "--trees 2"]);
}
