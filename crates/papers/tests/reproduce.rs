//! Figures of the papers, measured quickly: claims, tables, pictures.

use wormcast_papers::{Context, Effort, Figure, FigureReport, Outcome, figures};

fn measure(figure: &Figure) -> FigureReport {
    figure.measure(&Context { effort: Effort::Quick, seed: 1, progress: &|_| {} })
}

#[test]
fn the_mesh_of_trees_paper_is_borne_out() {
    let own: Vec<_> = figures().filter(|figure| figure.id.starts_with("mot-")).collect();
    assert_eq!(own.len(), 11);
    for figure in own {
        let report = measure(figure);
        assert!(!report.claims.is_empty(), "{}", figure.id);
        for claim in &report.claims {
            // The number of shortest ways between nodes of one level is not as the paper says.
            let expected = if claim.claim == "the same for l(u) = l(v)" { Outcome::Fails } else { Outcome::Holds };
            assert!(claim.holds == expected && claim.figure == figure.id, "{claim:?}");
        }
        judge_files(figure, &report);
    }
}

/// What is so clear that a short run shows it.
#[test]
fn two_balanced_trees_take_more_load_than_two_paths() {
    let figure = figures().find(|figure| figure.id == "dstm-9").unwrap();
    let report = measure(figure);
    judge_files(figure, &report);
    let paths = report.claims.iter().find(|claim| claim.claim.ends_with("than tarjan-paths"));
    assert!(paths.is_none_or(|claim| claim.holds != Outcome::Fails), "{paths:?}");
}

/// What the torus paper says of its trees; not everything holds, and what does not is listed here.
#[test]
fn the_trees_of_the_torus_paper_are_measured() {
    let own: Vec<_> = figures().filter(|figure| figure.paper == "dstm").collect();
    let mut refuted = Vec::new();
    for id in [
        "dstm-headers",
        "dstm-theorem-4.1",
        "dstm-theorem-5.1",
        "dstm-theorem-5.2",
        "dstm-theorem-5.3",
        "dstm-7",
        "dstm-cubes",
        "dstm-shapes",
    ] {
        let figure = own.iter().find(|figure| figure.id == id).unwrap();
        let report = measure(figure);
        assert!(report.claims.iter().all(|claim| claim.figure == id));
        refuted.extend(
            report.claims.iter().filter(|claim| claim.holds == Outcome::Fails).map(|claim| claim.claim.clone()),
        );
        judge_files(figure, &report);
    }
    assert_eq!(refuted.len(), 3, "{refuted:#?}");
    assert!(refuted[0].starts_with("it is 2n - 1 for even n"));
    assert!(refuted[1].starts_with("it is at most twice the diameter"));
    assert!(refuted[2].starts_with("after the sort, a broadcast on T2 of DSTM-1 with a list divided from the front"));
}

#[test]
fn distances_in_trees_are_drawn() {
    for id in
        ["dstm-8a", "dstm-8b", "dstm-11a", "dstm-12b", "dstm-starts", "dstm-repacking", "dstm-optimised", "dstm-means"]
    {
        let figure = figures().find(|figure| figure.id == id).unwrap();
        let report = measure(figure);
        assert!(report.claims.iter().all(|claim| claim.figure == id) && !report.claims.is_empty());
        judge_files(figure, &report);
    }
}

/// What does not depend on repetitions is as sure in a quick run.
#[test]
fn theorems_and_examples_are_judged_alike_by_quick_runs() {
    let expected = [
        ("mesh-labellings", 0),
        ("mesh-deadlock", 0),
        ("mesh-theorem-1", 0),
        ("mesh-theorem-2", 0),
        ("mesh-general", 0),
        ("mesh-equation-2", 1),
        ("mesh-disjoint", 2),
        ("mesh-otms-timed", 0),
        ("dstm-deadlock", 1),
        ("star-graph", 0),
        ("star-example", 1),
        ("star-theorems", 0),
        ("star-deadlock", 0),
        ("star-paths", 1),
        ("star-phases", 0),
        ("mesh-complexity", 0),
    ];
    for (id, refuted) in expected {
        let figure = figures().find(|figure| figure.id == id).unwrap();
        let report = measure(figure);
        let fails: Vec<_> = report.claims.iter().filter(|claim| claim.holds == Outcome::Fails).collect();
        assert_eq!(fails.len(), refuted, "{id}: {fails:#?}");
        assert!(report.claims.iter().all(|claim| claim.holds != Outcome::Undecided), "{id}: {:#?}", report.claims);
        judge_files(figure, &report);
    }
}

/// Multicasts alone on a star: the claims are those of the page, whatever a quick run says of them.
#[test]
fn the_star_paper_is_measured() {
    for id in ["star-11c", "star-13", "star-14b", "star-15"] {
        let figure = figures().find(|figure| figure.id == id).unwrap();
        judge_files(figure, &measure(figure));
    }
}

#[test]
fn what_a_quick_run_makes_says_so() {
    let figure = figures().find(|figure| figure.id == "mot-7").unwrap();
    let report = measure(figure);
    assert!(report.pictures.iter().all(|picture| picture.name.ends_with("-quick")));
    assert!(report.pictures.iter().all(|picture| picture.svg.contains("quick run")));
    assert!(report.tables.iter().all(|table| table.name.ends_with("-quick")));
    let plain = figure.measure(&Context { effort: Effort::Full, seed: 1, progress: &|_| {} });
    assert!(plain.pictures.iter().all(|picture| !picture.svg.contains("quick run")));
}

/// A cell of docs/claims.md, with `0` for each number: a quick run has other ones.
fn without_numbers(cell: &str) -> String {
    let mut text = String::new();
    for letter in cell.trim().chars() {
        match letter {
            _ if letter.is_ascii_digit() && text.ends_with('0') => {}
            _ if letter.is_ascii_digit() => text.push('0'),
            _ => text.push(letter),
        }
    }
    text
}

/// docs/claims.md has a row for each claim of the figure, by the same rule, and no other.
fn judge_page(figure: &Figure, report: &FigureReport) {
    let page = include_str!("../../../docs/claims.md");
    let rows: Vec<Vec<String>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.ends_with("` |"))
        .map(|line| line.trim_matches('|').split(" | ").map(without_numbers).collect())
        .collect();
    let mut own = 0;
    for claim in &report.claims {
        let command = format!("`{}`", claim.command);
        let cells = [&claim.section, &claim.claim, &claim.rule, &command]
            .map(|cell| without_numbers(&cell.replace('|', "\\|").replace('<', "&lt;")));
        let is_it = |row: &&Vec<String>| [0, 1, 5, 6].map(|cell| &row[cell]) == cells.each_ref();
        assert!(rows.iter().any(|row| is_it(&row)), "docs/claims.md lacks {cells:#?}; see scripts/claims-page");
        own += usize::from(claim.command.ends_with(figure.id));
    }
    let end = format!("`wormcast reproduce {}` |", figure.id);
    let listed = page.lines().filter(|line| line.ends_with(&end)).count();
    assert_eq!(listed, own, "docs/claims.md has other claims of {}; see scripts/claims-page", figure.id);
}

/// Tables have rows of the width of their heads, pictures are XML.
fn judge_files(figure: &Figure, report: &FigureReport) {
    judge_page(figure, report);
    assert!(!report.tables.is_empty(), "{}", figure.id);
    for claim in &report.claims {
        assert!([&claim.section, &claim.rule, &claim.command].iter().all(|text| !text.is_empty()), "{claim:?}");
    }
    for table in &report.tables {
        assert!(!table.rows.is_empty(), "{}", table.name);
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.name);
    }
    for picture in &report.pictures {
        let document = roxmltree::Document::parse(&picture.svg).unwrap();
        assert_eq!(document.root_element().tag_name().name(), "svg", "{}", picture.name);
    }
}

#[test]
fn a_figure_with_one_seed_has_one_result() {
    for id in ["mot-theorem-2", "mot-against-grids", "mot-8", "dstm-8a"] {
        let figure = figures().find(|figure| figure.id == id).unwrap();
        assert!(measure(figure) == measure(figure), "{id}");
    }
}

/// What the claims table rests on: runs with other seeds have the same verdicts. Minutes; see docs/claims.md.
#[test]
#[ignore = "a minute: cargo test --release -p wormcast-papers --test reproduce -- --ignored"]
fn other_choices_of_trees_are_measured() {
    let figure = figures().find(|figure| figure.id == "dstm-choices").unwrap();
    judge_files(figure, &measure(figure));
}

#[test]
#[ignore = "minutes: cargo test --release -p wormcast-papers --test reproduce -- --ignored"]
fn verdicts_do_not_depend_on_the_seed() {
    for figure in figures() {
        let verdicts = |seed| {
            let report = figure.measure(&Context { effort: Effort::Full, seed, progress: &|_| {} });
            report.claims.into_iter().map(|claim| (claim.claim, claim.holds)).collect::<Vec<_>>()
        };
        assert_eq!(verdicts(1), verdicts(2), "{}", figure.id);
    }
}
