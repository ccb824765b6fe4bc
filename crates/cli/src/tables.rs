//! `wormcast tables`.

mod judged;
mod rows;

use crate::access::Access;
use crate::failure::Failure;
use crate::files::Target;
use crate::folders;
use crate::output;
use crate::plan_file::{PlanFile, one_network};
use crate::verdict::Verdict;
use crate::words::count;
use clap::{Args, ValueEnum};
use judged::Judged;
use std::path::PathBuf;
use wormcast::formats::{Fabric, TableTree, write_mcfdbs, write_spinnaker_tables};
use wormcast::topology::Topology;

/// Writes the multicast tables with which routers send the multicasts of plans.
///
/// The first plan gets the first key, and each other the next one. `csv` is for plans of any kind; for the other forms
/// the worms of a plan must make one tree from its source. Tables of a fabric are judged: exit status 1 says that they
/// are written, and that trees close a credit loop with each other or the unicasts when other hosts than the sources of
/// the plans send.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wormcast tables a.json b.json --form spinnaker --first-key 256 --out tables.json\n  wormcast tables a.json --form csv --out routers.csv\n  wormcast tables a.json --form mcfdbs --fabric dumps --out opensm.mcfdbs"
)]
pub(crate) struct Tables {
    /// The plan files, all on one network; a folder stands for all plans in it.
    #[arg(required = true, value_name = "PLAN.json")]
    plans: Vec<PathBuf>,
    /// The form of the tables.
    #[arg(long, value_enum)]
    form: Form,
    /// The key of the first plan; for `mcfdbs` a multicast LID [default: 0; for `mcfdbs` 49152, which is 0xC000].
    /// Hexadecimal digits stand behind `0x`.
    #[arg(long, value_name = "KEY", value_parser = key)]
    first_key: Option<u32>,
    /// For `mcfdbs`: the folder with `ibnetdiscover.txt` and `opensm-lfts.dump`, which tell the ports of the cables.
    /// The plans are for `file:FOLDER/ibnetdiscover.txt`.
    #[arg(long, value_name = "FOLDER", required_if_eq("form", "mcfdbs"))]
    fabric: Option<PathBuf>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    access: Access,
}

/// A form of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// SpiNNaker's multicast routing tables, as JSON.
    Spinnaker,
    /// OpenSM's dump of multicast tables.
    Mcfdbs,
    /// A line for each channel by which a worm comes to a node: by which ones it leaves, and whether it is taken in.
    Csv,
}

impl Tables {
    /// Writes the tables.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        if self.fabric.is_some() && self.form != Form::Mcfdbs {
            return Err(Failure::new("`--fabric` goes with `--form mcfdbs`"));
        }
        let out = Target::at(&self.out)?;
        let files = PlanFile::open_all(&folders::expanded(self.plans.clone())?, self.access)?;
        one_network(files.iter(), "make tables")?;
        let first = self.first_key.unwrap_or(if self.form == Form::Mcfdbs { 0xc000 } else { 0 });
        if u32::MAX - first < files.len().saturating_sub(1) as u32 {
            let many = count(files.len(), "plan");
            return Err(Failure::new(format!("{many} from {first:#x} on: the last key is {:#x}", u32::MAX)));
        }
        let trees =
            || (0..).zip(&files).map(|(number, file)| tree(file, first + number)).collect::<Result<Vec<_>, _>>();
        let Some(one) = files.first() else { return Err(Failure::new("no plan was given")) };
        let mut judged = None;
        let trees = match (self.form, &self.fabric) {
            (Form::Csv, _) => return rows::write(&files, first, &out),
            (Form::Spinnaker, _) => {
                let trees = trees()?;
                out.write(|file| write_spinnaker_tables(one.network.topology(), &trees, file))?;
                trees
            }
            (Form::Mcfdbs, Some(folder)) => {
                let (trees, fabric) = (trees()?, Fabric::open(folder)?);
                if fabric.network().graph().node_count() != one.network.node_count() {
                    return Err(Failure::new("the plans are for another network than that of the fabric"));
                }
                fabric.taken_for_granted(folder, true).iter().for_each(|taken| output::note(taken));
                out.write(|file| write_mcfdbs(&fabric, &trees, file))?;
                judged = Some(Judged::of(fabric, folder, &trees)?);
                trees
            }
            (Form::Mcfdbs, None) => {
                return Err(Failure::new("`--form mcfdbs` needs the `--fabric` that the tables are for"));
            }
        };
        let hops: usize = trees.iter().map(|tree| tree.hops.len()).sum();
        output::print_text(&format!(
            "{} of {}, keys from {first:#x}\n{}",
            count(trees.len(), "tree"),
            count(hops, "hop"),
            judged.as_ref().map_or("", |judged| &judged.words)
        ))?;
        Ok(if judged.is_none_or(|judged| judged.is_free) { Verdict::Yes } else { Verdict::No })
    }
}

/// A key in decimal digits, or in hexadecimal ones behind `0x`.
fn key(text: &str) -> Result<u32, String> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let number = hex.map_or_else(|| text.parse(), |digits| u32::from_str_radix(digits, 16));
    number.map_err(|_| "expected a number of at most 32 bits, such as 49152 or 0xC000".to_owned())
}

fn tree(file: &PlanFile, key: u32) -> Result<TableTree, Failure> {
    let tree = file.plan()?.table_tree(key);
    tree.map_err(|problem| Failure::new(format!("{problem}; `--form csv` writes any plan")).prefixed(&file.path))
}
