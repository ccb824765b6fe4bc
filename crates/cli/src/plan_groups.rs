//! `wormcast plan-groups`.

use crate::budget::BudgetArgs;
use crate::failure::Failure;
use crate::files::Target;
use crate::input;
use crate::output::{self, Format};
use crate::progress;
use crate::table::{self, Align};
use crate::verdict::Verdict;
use crate::words::{count, one_line, quoted};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use wormcast::formats::Fabric;
use wormcast::topology::Topology;
use wormcast::{GroupMembers, GroupPlan, GroupPlans, GroupsDocument, Ungrouped};

/// Plans the multicast trees of a fabric anew, so that they fit its unicasts: no credit loop is closed, whichever
/// members send.
///
/// Each tree has the least channels that it can have beside the unicasts and the trees before it, as far as the bound
/// tells. All trees are in one service level if one has room for them, else in as few as are found. `wormcast prove
/// --fabric FOLDER --with-multicast` proves the written tables. Exit status 1: there are no such trees.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast plan-groups dumps --out dumps/opensm.mcfdbs\n  wormcast prove --fabric \
                        dumps --with-multicast")]
pub(crate) struct PlanGroups {
    /// The folder with `ibnetdiscover.txt`, `opensm-lfts.dump` and, if there, `opensm.mcfdbs`, `psl.txt` and
    /// `slvl.txt`.
    fabric: PathBuf,
    /// The groups, one a line: the multicast LID, a colon, and the members with commas between them (`0xC001: H1, H2`)
    /// [default: those that stand in `opensm.mcfdbs`].
    #[arg(long, value_name = "FILE")]
    groups: Option<PathBuf>,
    /// Keep the trees that stand in `opensm.mcfdbs` as far as they close no credit loop with the unicasts and each
    /// other, and plan the others: small ones are kept first, and that fewer need not change is not known. The groups
    /// of `--groups` are those with other members then, and all others of the tables are there too.
    #[arg(long)]
    keep: bool,
    /// Write the trees into this file, as `opensm.mcfdbs` has them.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the service levels of the groups into this file, which `prove --fabric` reads as `msl.txt`; needed where
    /// they are not all 0.
    #[arg(long, value_name = "FILE")]
    levels_out: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    budget: BudgetArgs,
}

/// Why there are no trees.
#[derive(Serialize)]
struct NoTrees<'p> {
    problem: &'p str,
}

impl PlanGroups {
    /// Plans, writes the tables, and prints what they cost.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let target = |path: &Option<PathBuf>| path.as_deref().map(Target::at).transpose();
        let (out, levels_out) = (target(&self.out)?, target(&self.levels_out)?);
        let fabric = Fabric::open(&self.fabric)?;
        let groups = self.groups.as_deref().map(|path| read_groups(path, &fabric)).transpose()?;
        let planned = self.budget.for_bytes(0).during(|| {
            progress::during("planning the groups", || match self.keep {
                true => GroupPlans::of_fabric_keeping(&self.fabric, groups.as_ref()),
                false => GroupPlans::of_fabric(&self.fabric, groups.as_ref()),
            })
        })?;
        fabric.taken_for_granted(&self.fabric, true).iter().for_each(|taken| output::note(taken));
        let plans = match planned {
            Ok(plans) => plans,
            Err(problem) => {
                let problem = no_trees_in_words(&problem, &self.fabric);
                match self.format {
                    Format::Json => output::print_json(&NoTrees { problem: problem.trim_end() })?,
                    Format::Table => output::print_text(&problem)?,
                }
                return Ok(Verdict::No);
            }
        };
        if let Some(out) = out {
            out.write(|file| plans.write_tables(file))?;
        }
        if let Some(out) = levels_out {
            out.write(|file| plans.write_levels(file))?;
        }
        match self.format {
            Format::Json => output::print_json(&plans.document)?,
            Format::Table => output::print_text(&in_words(&plans.document))?,
        }
        Ok(Verdict::Yes)
    }
}

fn no_trees_in_words(problem: &Ungrouped, fabric: &Path) -> String {
    match problem {
        Ungrouped::Loop(_) => {
            let folder = quoted(&fabric.display().to_string());
            format!("{problem}; `wormcast prove --fabric {folder}` tells it, and routings that close none\n")
        }
        Ungrouped::NoTree { .. } => format!("{problem}\n"),
    }
}

fn in_words(document: &GroupsDocument) -> String {
    let columns = [
        ("group", Align::Left),
        ("members", Align::Right),
        ("service level", Align::Right),
        ("channels", Align::Right),
        ("lower bound", Align::Right),
        ("before", Align::Right),
        ("tree", Align::Left),
    ];
    let row = |group: &GroupPlan| {
        vec![
            group.group.clone(),
            group.members.to_string(),
            group.service_level.to_string(),
            group.channels.to_string(),
            group.lower_bound.to_string(),
            group.channels_before.map_or("-".into(), |before| before.to_string()),
            if group.kept { "kept".into() } else { "planned".into() },
        ]
    };
    let kept = document.groups.iter().filter(|group| group.kept).count();
    // The column says nothing where no tree stays.
    let columns = if kept > 0 { &columns[..] } else { &columns[..6] };
    let fewest = match document.service_levels {
        ..=1 => "",
        _ if document.fewest => "; fewer do not do",
        _ => "; fewer may do",
    };
    let row = |group| row(group).into_iter().take(columns.len()).collect();
    let others = document.groups.len() - kept;
    let kept = match kept {
        0 => String::new(),
        _ => format!("{kept} kept as they stand in the tables, and {others} planned: fewer may do\n"),
    };
    format!(
        "{}\n{} in {}{fewest}\n{kept}",
        table::render(columns, document.groups.iter().map(row)),
        count(document.groups.len(), "group"),
        count(document.service_levels, "service level"),
    )
}

/// The groups that a file names.
fn read_groups(path: &Path, fabric: &Fabric) -> Result<GroupMembers, Failure> {
    let text = input::read_text(path)?;
    let mut groups = GroupMembers::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let refuse = |problem: String| Failure::new(problem).in_line(path, text.clone(), index + 1, 1);
        let (lid, members) = line
            .split_once(':')
            .ok_or_else(|| refuse("expected a multicast LID, a colon and members, such as `0xC001: H1, H2`".into()))?;
        let digits = lid.trim().trim_start_matches("0x").trim_start_matches("0X");
        let lid = u32::from_str_radix(digits, 16).ok().filter(|lid| (0xc000..=0xfffe).contains(lid));
        let lid = lid.ok_or_else(|| refuse("a multicast LID is a number from 0xC000 to 0xFFFE".into()))?;
        if groups.iter().any(|group| group.0 == lid) {
            return Err(refuse(format!("group 0x{lid:04X} stands here a second time")));
        }
        let members = members.split(',').map(str::trim).filter(|name| !name.is_empty()).map(one_line);
        let members: Vec<_> = members.collect();
        for member in &members {
            let parted = if member.contains(' ') { "; members are parted by commas" } else { "" };
            fabric.network().find_node(member).map_err(|unknown| refuse(format!("{unknown}{parted}")))?;
        }
        groups.push((lid, members));
    }
    Ok(groups)
}
