//! Figures of the papers, measured quickly: claims, tables, pictures.

use wormcast_papers::{Context, Effort, Figure, FigureReport, figures};

fn measure(figure: &Figure) -> FigureReport {
    (figure.run)(&Context { effort: Effort::Quick, seed: 1, progress: &|_| {} })
}

#[test]
fn the_mesh_of_trees_paper_is_borne_out() {
    let own: Vec<_> = figures().filter(|figure| figure.id.starts_with("mot-")).collect();
    assert_eq!(own.len(), 10);
    for figure in own {
        let report = measure(figure);
        assert!(!report.claims.is_empty(), "{}", figure.id);
        for claim in &report.claims {
            assert!(claim.holds && claim.figure == figure.id, "{claim:?}");
        }
        judge_files(figure, &report);
    }
}

/// What is so clear that a short run shows it.
#[test]
fn two_balanced_trees_take_more_load_than_two_paths() {
    for id in ["dstm-9", "dstm-10", "dstm-choices"] {
        let figure = figures().find(|figure| figure.id == id).unwrap();
        let report = measure(figure);
        judge_files(figure, &report);
        let paths = report.claims.iter().find(|claim| claim.claim.ends_with("than tarjan-paths"));
        assert!(paths.is_none_or(|claim| claim.holds), "{paths:?}");
    }
}

/// What the torus paper says of its trees; not everything holds, and what does not is listed here.
#[test]
fn the_trees_of_the_torus_paper_are_measured() {
    let own: Vec<_> = figures().filter(|figure| figure.paper == "dstm").collect();
    let mut refuted = Vec::new();
    for id in ["dstm-theorem-4.1", "dstm-theorem-5.1", "dstm-theorem-5.2", "dstm-theorem-5.3", "dstm-7", "dstm-cubes"] {
        let figure = own.iter().find(|figure| figure.id == id).unwrap();
        let report = measure(figure);
        assert!(report.claims.iter().all(|claim| claim.figure == id));
        refuted.extend(report.claims.iter().filter(|claim| !claim.holds).map(|claim| claim.claim.clone()));
        judge_files(figure, &report);
    }
    assert_eq!(refuted.len(), 3, "{refuted:#?}");
    assert!(refuted[0].starts_with("it is 2n - 1 for even n"));
    assert!(refuted[1].starts_with("the combined diameter is at most twice the diameter"));
    assert!(refuted[2].starts_with("a broadcast on T2 of DSTM-1 takes exactly"));
}

#[test]
fn distances_in_trees_are_drawn() {
    for id in ["dstm-8a", "dstm-8b", "dstm-11a", "dstm-12b", "dstm-starts", "dstm-repacking", "dstm-optimised"] {
        let figure = figures().find(|figure| figure.id == id).unwrap();
        let report = measure(figure);
        assert!(report.claims.iter().all(|claim| claim.figure == id) && !report.claims.is_empty());
        judge_files(figure, &report);
    }
}

/// Tables have rows of the width of their heads, pictures are XML.
fn judge_files(figure: &Figure, report: &FigureReport) {
    assert!(!report.tables.is_empty(), "{}", figure.id);
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
