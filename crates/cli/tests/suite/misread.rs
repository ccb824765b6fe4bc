//! Input that was misread, so that an answer was wrong: each is read as it is meant, or refused.

use crate::support::Folder;

/// Names that are keywords of DOT come back from it, in quotation marks.
#[test]
fn quoted_names_are_no_keywords() {
    let folder = Folder::new();
    folder.write("k.edges", "subgraph node\nnode edge\nedge graph\ngraph subgraph\n");
    folder.run("describe file:k.edges --out k.dot");
    let told = |file: &str| {
        let text = folder.run(&format!("describe file:{file} --format json")).out;
        text.replace(file, "").replace("DOT", "edge list")
    };
    assert_eq!(told("k.dot"), told("k.edges"));
    folder.write("e.dot", "graph { \"edge\" [weight=3]; edge [weight=2]; a -- \"edge\" }");
    let run = folder.run("plan file:e.dot --scheme steiner --weight weight --source a --to edge");
    assert!(run.status == Some(0) && run.out.contains("value 2"), "{run:?}");
}

/// One-way links hold nodes together in a picture.
#[test]
fn networks_of_one_way_links_are_drawn() {
    let folder = Folder::new();
    for (name, links) in [("p", "a > b\na > c\n"), ("z", "a > b\nc > b\n"), ("l", "a > b\nb > c\n")] {
        folder.write(&format!("{name}.edges"), links);
        let run = folder.run(&format!("describe file:{name}.edges --svg {name}.svg"));
        assert!(run.status == Some(0) && folder.read(&format!("{name}.svg")).contains("</svg>"), "{run:?}");
    }
}

/// Routers' tables, in which endpoints have no rows, are those of the endpoints' messages; what is for nobody is
/// refused.
#[test]
fn endpoints_begin_by_their_only_link() {
    let folder = Folder::new();
    let turns = [("0,0", "1,0", "1,1"), ("1,0", "1,1", "0,1"), ("1,1", "0,1", "0,0"), ("0,1", "0,0", "1,0")];
    let (mut routers, mut endpoints) = ("router,destination,next\n".to_owned(), "router,destination,next\n".to_owned());
    for (from, over, to) in turns {
        routers += &format!("\"{from}\",\"{to}\",\"{over}\"\n\"{over}\",\"{to}\",\"{to}\"\n");
        endpoints += &format!(
            "\"{from}\",\"{to}.0\",\"{over}\"\n\"{over}\",\"{to}.0\",\"{to}\"\n\"{to}\",\"{to}.0\",\"{to}.0\"\n"
        );
    }
    folder.write("routers.csv", &routers);
    folder.write("endpoints.csv", &endpoints);
    let run = folder.run("prove mesh:2x2 --routes routers.csv");
    assert!(run.status == Some(1) && run.out.contains("deadlock"), "{run:?}");
    let run = folder.run("prove concentrated-mesh:2x2:1 --routes endpoints.csv");
    assert!(run.status == Some(1) && run.out.contains("deadlock"), "{run:?}");
    let run = folder.run("prove concentrated-mesh:2x2:1 --routes routers.csv");
    assert!(run.status == Some(2) && run.err.contains("endpoints as destinations"), "{run:?}");
}

#[test]
fn paths_that_no_message_takes_are_refused_with_their_line() {
    let folder = Folder::new();
    folder.write("closed.txt", "0 1 2\n0 1 2 3 4 5 0\n");
    folder.write("through.txt", "0,0.0 0,0 0,0.1 0,0 1,0 1,0.0\n");
    folder.write("inner.txt", "0,0 1,0\n");
    for (network, file, said) in [
        ("ring:6", "closed.txt", "closed.txt:2"),
        ("concentrated-mesh:2x1:2", "through.txt", "`0,0.1`, an endpoint"),
        ("concentrated-mesh:2x1:2", "inner.txt", "from endpoint to endpoint"),
    ] {
        for call in [format!("prove {network} --routes {file}"), format!("check {network} --routes {file}")] {
            let run = folder.run(&call);
            assert!(run.status == Some(2) && run.err.contains(said), "{call}: {run:?}");
        }
    }
}

/// Routes to the other identifiers of a host are not looked at, and could close cycles.
#[test]
fn hosts_with_several_identifiers_are_refused() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("fabric")).unwrap();
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/opensm/torus5x5-dfsssp");
    for file in std::fs::read_dir(own).unwrap().map(|entry| entry.unwrap().path()) {
        if file.is_file() {
            let text = std::fs::read_to_string(&file).unwrap().replace("lmc 0", "lmc 1");
            folder.write(&format!("fabric/{}", file.file_name().unwrap().to_str().unwrap()), &text);
        }
    }
    let run = folder.run("prove --fabric fabric");
    assert!(run.status == Some(2) && run.err.contains("2 LIDs each (lmc 1)"), "{run:?}");
}

/// Bubbles are of buffers that take two whole messages each: a proof that says less is none.
#[test]
fn bubbles_of_flits_are_no_proof() {
    let folder = Folder::new();
    folder.run("prove torus:4x4 --scheme unicast --switching cut-through --bubble --out b.json");
    let proof: serde_json::Value = serde_json::from_str(&folder.read("b.json")).unwrap();
    assert_eq!(folder.run("check b.json").status, Some(0));
    let mut short = proof.clone();
    short["statement"].as_object_mut().unwrap().remove("switching").unwrap();
    let mut narrow = proof;
    (narrow["statement"]["length"], narrow["statement"]["buffer"]) = (128.into(), 128.into());
    for (document, said) in [(short, "take whole messages"), (narrow, "do not fit")] {
        folder.write("forged.json", document.to_string());
        let run = folder.run("check forged.json");
        assert!(run.status == Some(1) && run.out.contains(said), "{run:?}");
    }
}

/// A routing that needs a second virtual channel around faults is another one without it: no two commands answer about
/// two of them.
#[test]
fn routings_without_their_virtual_channels_are_refused() {
    let folder = Folder::new();
    let lacks = "takes 2 virtual channels on this network: where there is 1, it has no route from";
    let chip = "mesh:6x6 --without-node 2,2 3,3 --virtual-channels 1";
    for call in [
        format!("prove {chip} --scheme unicast --routing dimension-order"),
        format!("prove {chip} --scheme dual-path --with-unicast --routing dimension-order"),
        format!("compare {chip} --source 0,0 --to 1,1 --schemes dual-path --with-unicast --routing dimension-order"),
    ] {
        let run = folder.run(&call);
        assert!(run.status == Some(2) && run.err.contains(lacks), "{call}: {run:?}");
    }
    let run = folder.run("prove mesh:6x6 --without-node 2,2 3,3 --scheme unicast --routing dimension-order");
    assert!(run.status == Some(0) && run.out.contains("2 virtual channels a link"), "{run:?}");
    let run = folder.run("prove torus:4x4 --scheme steiner --within dimension-order --budget 5s");
    assert!(run.out.contains("2 virtual channels a link"), "{run:?}");
    for scheme in ["unicast --routing", "ner --within"] {
        let free = "--virtual-channels 2 --vc-rule free";
        let run = folder.run(&format!("prove torus:4x4 --scheme {scheme} dimension-order {free}"));
        assert!(run.status == Some(2) && run.err.contains("leaves no free choice"), "{run:?}");
    }
}

/// Where some channels have virtual channels of their own, the plans that are saved name what is taken.
#[test]
fn runs_over_channels_with_their_own_virtual_channels_come_again() {
    let folder = Folder::new();
    let link = |a: &str, b: &str| format!(r#"{{"source":"{a}","target":"{b}","virtual_channels":1}}"#);
    let wide = |a: &str, b: &str| format!(r#"{{"source":"{a}","target":"{b}","virtual_channels":2}}"#);
    let links = [link("a", "b"), wide("b", "c"), link("c", "d"), link("d", "a")].join(",");
    let nodes = ["a", "b", "c", "d"].map(|name| format!(r#"{{"id":"{name}"}}"#)).join(",");
    folder.write("ring.json", format!(r#"{{"directed":true,"nodes":[{nodes}],"links":[{links}]}}"#));
    for (from, route) in [("a", "b c d"), ("b", "c d a"), ("c", "d a b"), ("d", "a b c")] {
        let route = route.split(' ').map(|node| format!("\"{node}\"")).collect::<Vec<_>>().join(",");
        let plan = format!(r#"{{"topology":"file:ring.json","origin":"{from}","route":[{route}]}}"#);
        folder.write(&format!("{from}.json"), plan);
    }
    let run = folder.run("prove a.json b.json c.json d.json --save-plans saved");
    assert!(run.status == Some(1) && run.out.contains("deadlock of"), "{run:?}");
    let command = run.out.lines().find_map(|line| line.trim().strip_prefix("wormcast simulate ")).unwrap();
    assert!(command.contains("saved/0.json@"), "{command}");
    let again = folder.run(&format!("simulate {command}"));
    assert!(again.status == Some(1) && again.out.contains("deadlock"), "{command}: {again:?}");
}

/// What OpenSM's tables do not say is told, and where an entry leads to no cable the port is named.
#[test]
fn fabrics_tell_what_is_taken_for_granted_and_where_no_cable_is() {
    let folder = Folder::new();
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/opensm/torus5x5-dfsssp");
    std::fs::create_dir(folder.path().join("fabric")).unwrap();
    let copy = |file: &str| {
        folder.write(&format!("fabric/{file}"), std::fs::read_to_string(format!("{own}/{file}")).unwrap());
    };
    ["ibnetdiscover.txt", "opensm-lfts.dump", "psl.txt", "slvl.txt"].into_iter().for_each(copy);
    let run = folder.run("prove --fabric fabric");
    assert!(run.status == Some(0) && !run.err.contains("note:"), "{run:?}");
    for (file, taken) in [("slvl.txt", "the virtual lane of its number"), ("psl.txt", "every unicast is taken to have")]
    {
        std::fs::remove_file(folder.path().join("fabric").join(file)).unwrap();
        let run = folder.run("prove --fabric fabric");
        assert!(
            run.err.contains(&format!("note: there is no `{file}` in fabric:")) && run.err.contains(taken),
            "{run:?}"
        );
    }
    let tables = folder.read("fabric/opensm-lfts.dump");
    let entry = tables.lines().find(|line| line.starts_with("0x")).unwrap();
    let mut words: Vec<_> = entry.split_whitespace().collect();
    words[1] = "222";
    folder.write("fabric/opensm-lfts.dump", tables.replacen(entry, &words.join(" "), 1));
    let run = folder.run("prove --fabric fabric");
    let told = run.out.contains("the route ends at `S") && run.out.contains("is port 222, and no cable is there");
    assert!(told && !run.out.contains("which has no entry"), "{run:?}");
}

/// Routes in other forms are those of the same routes one a line.
#[test]
fn routes_in_other_forms_say_the_same() {
    let folder = Folder::new();
    let paths = ["0 1 2", "1 2 3", "2 3 0", "3 0 1"];
    folder.write("lines.txt", paths.join("\n"));
    folder.write("rows.csv", paths.iter().fold("Path\n".to_owned(), |text, path| text + path + "\n"));
    let objects: Vec<_> = paths.iter().map(|path| format!("{{\"path\": \"{path}\"}}")).collect();
    folder.write("list.json", format!("[{}]", objects.join(",")));
    folder.write("hops.csv", ",0,1,2,3\n0,,1,1,\n1,,,2,2\n2,3,,,3\n3,0,0,,\n");
    folder.write(
        "hops.json",
        r#"{"0": {"1": 1, "2": 1}, "1": {"2": 2, "3": 2}, "2": {"3": 3, "0": 3}, "3": {"0": 0, "1": 0}}"#,
    );
    for file in ["lines.txt", "rows.csv", "list.json", "hops.csv", "hops.json"] {
        let run = folder.run(&format!("prove ring:4 --routes {file}"));
        assert!(run.status == Some(1) && run.out.contains("deadlock"), "{file}: {run:?}");
    }
    for file in ["rows.csv", "list.json"] {
        let run = folder.run(&format!("import {file} --topology ring:4 --out plans-{file}"));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    folder.write("ports.csv", "router,dest,port\n0,1,1\n");
    let run = folder.run("prove ring:4 --routes ports.csv");
    assert!(run.status == Some(2) && run.err.contains("which channel is at which port"), "{run:?}");
}

#[test]
fn files_of_dependences_are_told_their_form() {
    let folder = Folder::new();
    folder.run("plan ring:4 --scheme unicast --source 0 --to 2 --out plan.json");
    for text in [r#"{"at": "0"}"#, "at,takes_in\n0,plan.json\n", r#"[{"node": "0"}]"#] {
        folder.write("dependences", text);
        let run = folder.run("prove plan.json --dependences dependences");
        let form = r#"[{"at": "NODE", "takes_in": "PLAN.json", "only_after_sending": "PLAN.json"}]"#;
        let said = run.err.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(run.status == Some(2) && said.contains(form), "{text}: {run:?}");
    }
}

/// Tables of workloads and traces are as spreadsheets write them, and what is wrong names the column and the line.
#[test]
fn tables_are_read_alike() {
    let folder = Folder::new();
    let plain = "source,destinations,flits\n\"0,0\",\"1,1 2,0\",16\n";
    let told = |text: &str| {
        folder.write("load.csv", text);
        folder.run("plan-all load.csv --topology mesh:3x3 --objective load --format json")
    };
    let expected = told(plain).out;
    assert!(expected.contains("\"phases\""));
    for text in [
        "Source;Destinations;Flits\n0,0;1,1 2,0;16\n",
        "\u{feff}# mine\r\n\r\nsource\tdestinations\tFLITS\r\n0,0\t1,1 2,0\t16\r\n",
        "source;destinations;flits;;\r0,0;1,1 2,0;16;;\r;;;;\r",
    ] {
        assert_eq!(told(text).out, expected, "{text:?}");
    }
    for (text, said) in [
        ("# mine\nsource,flits\n", "load.csv:2:1"),
        ("source,destinations,flits\n\"0,0\",\"1,1\",x\n", "`flits` is `x`; expected a whole number from 1"),
        ("source;destinations;start_ns\n0,0;1,1;1,5\n", "`start_ns` is `1,5`; expected a number of ns, with a point"),
        ("source,destinations,flit\n\"0,0\",\"1,1\",3\n", "unknown column `flit`"),
        ("source,destinations\n0,0,1,1\n", "there are 4 columns, and the heading has 2"),
        ("source,destinations\n\"0,0,1\n", "a quotation mark is never closed"),
    ] {
        let run = told(text);
        let err = run.err.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(run.status == Some(2) && err.contains(said) && !err.contains("CSV"), "{text:?}: {run:?}");
    }
}

#[test]
fn files_of_destinations_have_one_name_a_line() {
    let folder = Folder::new();
    let plan = "plan mesh:4x4 --scheme unicast --source 0,0 --to-file nodes --format json";
    folder.write("nodes", "2,2\n3,1\n");
    let expected = folder.run(plan).out;
    for text in ["2,2,\n3,1,\n", "\"2,2\",\n\"3,1\"\n", "  2, 2 ;\n'3,1'\n", "2,2 # first\n\n3,1\n"] {
        folder.write("nodes", text);
        assert_eq!(folder.run(plan).out, expected, "{text:?}");
    }
    for text in ["2,2 3,1\n", "2,2;3,1\n", "\"2,2\" \"3,1\"\n"] {
        folder.write("nodes", text);
        let run = folder.run(plan);
        assert!(run.status == Some(2) && run.err.contains("one name a line"), "{text:?}: {run:?}");
    }
}
