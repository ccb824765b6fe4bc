//! Comparisons: over many sets, beside unicasts, and with advice that holds.

use crate::support::Folder;
use serde_json::Value;

#[test]
fn unicasts_by_another_scheme_are_a_question_of_prove() {
    let folder = Folder::new();
    let run = folder.run("prove mesh:4x4 --scheme single-tree --unicast-scheme unicast --out proof.json");
    assert!(run.status == Some(1) && run.out.contains("deadlock"), "{run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    let run = folder.run("prove mesh:4x4 --scheme dual-path --unicast-scheme hamiltonian-path --out proof.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(folder.run("check proof.json").status, Some(0));
    let run = folder.run("prove mesh:4x4 --scheme single-tree --unicast-scheme nonsense");
    assert!(run.status == Some(2) && run.err.contains("unknown scheme `nonsense`"), "{run:?}");
}

#[test]
fn the_cheapest_safe_scheme_is_recommended() {
    let folder = Folder::new();
    let call =
        "compare mesh:4x4 --source 0,0 --random 2-6 --sets 5 --with-unicast --schemes single-tree,dual-path,unicast";
    let run = folder.run(call);
    assert_eq!(run.status, Some(0), "{run:?}");
    let command = run.out.lines().last().unwrap().trim().strip_prefix("wormcast ").unwrap();
    assert_eq!(folder.run(command).status, Some(0), "{}", run.out);
    let json: Value = serde_json::from_str(&folder.run(&format!("{call} --format json")).out).unwrap();
    assert_eq!(json["sets"], 5);
    assert_eq!(json["recommended"]["scheme"], "unicast");
}

/// Differences are those of the multicasts one by one, which are compared alone here; Student's t(4, 0.975) is 2.776.
#[test]
fn differences_are_means_over_the_same_multicasts_with_intervals() {
    let folder = Folder::new();
    let asked = |seed: u64, sets: u64| {
        let draw = format!("--random 2-6 --seed {seed} --sets {sets}");
        let call = format!("compare mesh:5x5 --source 1,2 {draw} --schemes single-tree,dual-path --format json");
        serde_json::from_str::<Value>(&folder.run(&call).out).unwrap()
    };
    let alone: Vec<_> = (3..8).map(|seed| asked(seed, 1)["schemes"].clone()).collect();
    assert!(alone.iter().all(|schemes| schemes[0].get("difference").is_none()));
    let together = asked(3, 5);
    assert_eq!(together["drawn"], serde_json::json!({"seed": 3, "least": 2, "most": 6}));
    let recommended = together["recommended"]["scheme"].as_str().unwrap();
    let (own, from) = if recommended == "dual-path" { (0, 1) } else { (1, 0) };
    let difference = &together["schemes"][own]["difference"];
    assert_eq!(difference["from"], recommended);
    assert!(together["schemes"][from].get("difference").is_none());
    for (mean, half_width, value) in
        [("price", "price_ci95", "/cost/channels"), ("latency_ns", "latency_ci95_ns", "/latency_ns")]
    {
        let number = |scheme: &Value| scheme.pointer(value).and_then(Value::as_f64).unwrap();
        let each: Vec<_> = alone.iter().map(|schemes| number(&schemes[own]) - number(&schemes[from])).collect();
        let of_all = each.iter().sum::<f64>() / 5.0;
        let variance = each.iter().map(|one| (one - of_all).powi(2)).sum::<f64>() / 4.0;
        let [told, interval] = [mean, half_width].map(|key| difference[key].as_f64().unwrap());
        assert!((told - of_all).abs() < 1e-9 && (interval - 2.7764 * (variance / 5.0).sqrt()).abs() < 1e-3 * interval);
    }
    let call = "compare mesh:5x5 --source 1,2 --random 2-6 --seed 3 --sets 5 --schemes single-tree,dual-path";
    let run = folder.run(call);
    assert!(run.out.contains(&format!("more and later than `{recommended}`")) && run.out.contains(" ± "), "{run:?}");
}

/// A routing that leaves pairs out is free of deadlock, and serves nobody who needs all.
#[test]
fn a_routing_without_some_routes_is_not_recommended() {
    let folder = Folder::new();
    let chip = "compare mesh:8x8 --without-node 2,2 5,4 --source 0,0 --random 5 --with-unicast";
    let run = folder.run(&format!("{chip} --routing turn-model:west-first --schemes unicast,single-tree"));
    assert!(
        run.out.contains(
            "unicasts by `--routing turn-model:negative-first` have all routes, with 1 virtual channel and at most"
        ),
        "{run:?}"
    );
    assert!(!run.out.contains("beside the unicasts as they are"), "{run:?}");
    let json = format!("{chip} --routing turn-model:west-first --schemes unicast,single-tree --format json");
    let json: Value = serde_json::from_str(&folder.run(&json).out).unwrap();
    assert_eq!(json["unicasts"]["safe_routing"]["routing"], "turn-model:negative-first", "{json}");
    assert!(json["unicasts"]["safe_routing"]["busiest"].as_u64() > Some(0), "{json}");
    assert_ne!(json["recommended"]["unicasts"], json["unicasts"]["scheme"], "{json}");
}

/// Trees and unicasts are safe by themselves and not together: what helps is virtual channels of their own.
#[test]
fn virtual_channels_of_their_own_are_told_of_where_sharing_them_is_not_safe() {
    let folder = Folder::new();
    let run = folder.run("compare mesh:4x4 --source 0,0 --random 4 --schemes single-tree --with-unicast");
    let told = "beside the unicasts as they are `single-tree` is free of deadlock with 2 virtual channels a link";
    assert!(run.out.contains(told) && run.out.contains("`vc_rule = \"class\"`"), "{run:?}");
    let run = folder.run("compare mesh:4x4 --source 0,0 --random 4 --schemes unicast --with-unicast");
    assert!(!run.out.contains("\"class\""), "{run:?}");
    // What is told is what comes out when it is asked for, and the questions of its parts.
    let apart = "--with-unicast --virtual-channels 2 --vc-rule class";
    let run = folder.run(&format!("compare mesh:4x4 --source 0,0 --random 4 --schemes single-tree {apart}"));
    assert!(run.out.contains("recommended: `single-tree`") && !run.out.contains("\"class\""), "{run:?}");
    for scheme in ["single-tree", "unicast"] {
        let run = folder.run(&format!("prove mesh:4x4 --scheme {scheme} --virtual-channels 1"));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    // Unicasts that deadlock by themselves do so on virtual channels of their own, too.
    let call = format!("compare torus:4x4 --source 0,0 --random 4 --schemes single-tree {apart} --format json");
    let json: Value = serde_json::from_str(&folder.run(&call).out).unwrap();
    assert_eq!((&json["schemes"][0]["proof"], &json["unicasts"]["proof"]), (&"deadlock".into(), &"deadlock".into()));
    let run = folder.run(&format!("prove mesh:4x4 --scheme single-tree {apart}"));
    assert!(run.status == Some(0) && run.out.contains("together they are deadlock-free"), "{run:?}");
}

/// Two virtual channels for unicasts by dimension order and one for trees make three, not twice as many as were asked
/// about; and what is told is what comes out when it is asked for.
#[test]
fn as_many_virtual_channels_are_told_as_both_need() {
    let folder = Folder::new();
    let call = "compare torus:4x4 --source 0,0 --random 4 --with-unicast --routing dimension-order --schemes single-tree \
                --format json";
    for asked in ["--virtual-channels 3", ""] {
        let json: Value = serde_json::from_str(&folder.run(&format!("{call} {asked}")).out).unwrap();
        assert_eq!(json["apart"]["virtual_channels"], 3, "{json}");
    }
    let run = folder.run(&format!("{call} --virtual-channels 3 --vc-rule class"));
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["recommended"]["scheme"], "single-tree", "{run:?}");
}

/// What is free whatever is asked hides nothing that is cheaper.
#[test]
fn cheaper_ways_are_told_beside_what_is_recommended() {
    let folder = Folder::new();
    let call = "compare mesh:4x4 --source 0,0 --random 6 --with-unicast --routing up-down --schemes";
    let run = folder.run_with(call.split(' ').chain(["single-tree,unicast --routing up-down", "--format", "json"]));
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["recommended"]["scheme"], "unicast --routing up-down", "{run:?}");
    assert_eq!((&json["apart"]["scheme"], &json["for_all"]["scheme"]), (&"single-tree".into(), &"single-tree".into()));
    let run = folder.run_with(call.split(' ').chain(["single-tree,unicast --routing up-down"]));
    let commands: Vec<_> = run.out.lines().filter_map(|line| line.strip_prefix("  wormcast prove ")).collect();
    assert_eq!(commands.len(), 4, "{run:?}");
    // Where the unicasts are at fault, a routing by which they are not is told of with it.
    let call = "compare torus:4x4 --source 0,0 --random 4 --with-unicast --schemes single-tree --format json";
    let json: Value = serde_json::from_str(&folder.run(call).out).unwrap();
    assert_eq!(json["unicasts"]["proof"], "deadlock");
    assert!(json["apart"]["unicasts"].as_str().is_some_and(|unicasts| unicasts.contains("--routing")), "{json}");
}

/// No scheme is left out without a word, and rows about the same worms are told.
#[test]
fn left_out_schemes_and_same_worms_are_named() {
    let folder = Folder::new();
    let run = folder.run("compare mesh:4x4 --source 0,0 --random 4 --budget 1s");
    let line = run.out.lines().find(|line| line.starts_with("not for this network: ")).unwrap();
    assert!(line.contains("`dstm-1`"), "{line}");
    assert!(run.out.lines().any(|line| line == "the same worms here: `single-tree`, `spam`"), "{run:?}");
}

/// A tree beside routes is planned for other switches, one at a time: its row says so.
#[test]
fn trees_beside_routes_are_for_other_switches() {
    let folder = Folder::new();
    let call = "compare mesh:4x4 --source 0,0 --to 3,0 3,3 --with-unicast --routing up-down --budget 2s --schemes";
    let run = folder.run_with(call.split(' ').chain(["steiner --beside up-down"]));
    let told =
        "`wormcast prove PLAN.json --with-unicast --routing up-down --switching cut-through --reservation independent`";
    assert!(run.out.contains(told), "{run:?}");
    assert_eq!(
        folder.run("plan mesh:4x4 --scheme steiner --beside up-down --source 0,0 --to 3,0 3,3 --out a.json").status,
        Some(0)
    );
    let options = "--with-unicast --routing up-down --switching cut-through --reservation independent";
    assert_eq!(folder.run(&format!("prove a.json {options}")).status, Some(0));
}

/// The proofs are about the routers that are asked for, and so are the commands that are named.
#[test]
fn what_routers_do_is_asked_and_named() {
    let folder = Folder::new();
    for options in ["--handover tail", "--reservation incremental", "--replication forked", "--vc-rule fixed"] {
        let many = if options.contains("vc-rule") { "--virtual-channels 2 " } else { "" };
        let options = format!("{many}{options}");
        let call = "compare mesh:4x4 --source 0,0 --random 4 --schemes single-tree";
        let run = folder.run(&format!("{call} {options}"));
        let command = run.out.lines().last().unwrap().trim().strip_prefix("wormcast ").unwrap();
        assert_eq!(command, format!("prove mesh:4x4 --scheme single-tree {options}"), "{run:?}");
        assert_eq!(folder.run(command).status, Some(0), "{run:?}");
    }
    let call = "compare mesh:4x4 --source 0,0 --random 4 --schemes single-tree --handover tail --length 8 --under 0.05";
    let run = folder.run(&format!("{call} --until-half-width 0.1"));
    assert!(run.out.contains("for 4 destinations: `single-tree`"), "{run:?}");
}

/// Where classes have virtual channels of their own there are two proofs, and a command for each.
#[test]
fn classes_are_proved_by_a_command_each() {
    let folder = Folder::new();
    let apart = "--with-unicast --routing up-down --virtual-channels 2 --vc-rule class --replication forked";
    let run = folder.run(&format!("compare mesh:4x4 --source 0,0 --random 4 --schemes single-tree {apart}"));
    let commands: Vec<_> = run.out.lines().filter_map(|line| line.strip_prefix("  wormcast ")).collect();
    let asked = [
        "prove mesh:4x4 --scheme single-tree --replication forked",
        "prove mesh:4x4 --scheme unicast --routing up-down --virtual-channels 1 --replication forked",
    ];
    assert_eq!(commands, asked, "{run:?}");
    commands.iter().for_each(|command| assert_eq!(folder.run(command).status, Some(0), "{command}"));
    // They share consumption channels: then no proof about each alone holds.
    let run =
        folder.run(&format!("compare mesh:4x4 --source 0,0 --random 4 --schemes unicast {apart} --consumption 1"));
    assert!(run.out.contains("is not told: under `--vc-rule class`") && !run.out.contains("recommended"), "{run:?}");
}

/// A scheme stands with its options, and the routing of the unicasts is a way for multicasts, too.
#[test]
fn schemes_are_compared_with_their_options() {
    let folder = Folder::new();
    let chip = "compare mesh:4x4 --without-node 1,1 2,2 --source 0,0 --to 3,0 3,3";
    let run = folder.run(&format!("{chip} --with-unicast --routing up-down"));
    let row = run.out.lines().find(|line| line.starts_with("unicast --routing up-down")).unwrap();
    assert!(row.ends_with("free"), "{run:?}");
    // Where a scheme deadlocks beside them, the tree that fits is named.
    let hint = run.out.lines().find_map(|line| line.strip_prefix("  wormcast plan ")).unwrap();
    assert!(hint.contains("--scheme steiner --beside up-down --source 0,0 --to 3,0 3,3"), "{run:?}");
    assert_eq!(folder.run(&format!("plan {hint}")).status, Some(0), "{hint}");
    let words = chip.split(' ').chain(["--schemes", "unicast --routing up-down,single-tree --root 3,0,unicast-tree"]);
    let run = folder.run_with(words);
    let rows = ["unicast --routing up-down", "single-tree --root '3,0'", "unicast-tree"];
    assert!(rows.iter().all(|row| run.out.contains(&format!("\n{row} "))), "{run:?}");
    let command = run.out.lines().last().unwrap().trim().strip_prefix("wormcast ").unwrap();
    assert_eq!(folder.run(command).status, Some(0), "{run:?}");
    let run = folder.run_with(chip.split(' ').chain(["--schemes", "single-tree --rot 3,3"]));
    assert!(run.status == Some(2) && run.err.contains("--rot"), "{run:?}");
}
