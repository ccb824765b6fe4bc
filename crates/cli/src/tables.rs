//! `wormcast tables`.

mod rows;

use crate::access::Access;
use crate::failure::Failure;
use crate::files::Target;
use crate::output;
use crate::plan_file::{PlanFile, one_network};
use crate::verdict::Verdict;
use crate::words::count;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use wormcast::formats::{Fabric, TableTree, write_mcfdbs, write_spinnaker_tables};
use wormcast::topology::Topology;

/// Writes the multicast tables with which routers send the multicasts of plans.
///
/// The first plan gets the first key, and each other the next one. `csv` is for plans of any kind; for the other forms
/// the worms of a plan must make one tree from its source.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wormcast tables a.json b.json --form spinnaker --first-key 256 --out tables.json\n  wormcast tables a.json --form csv --out routers.csv\n  wormcast tables a.json --form mcfdbs --fabric dumps --out opensm.mcfdbs"
)]
pub(crate) struct Tables {
    /// The plan files, all on one network.
    #[arg(required = true, value_name = "PLAN.json")]
    plans: Vec<PathBuf>,
    /// The form of the tables.
    #[arg(long, value_enum)]
    form: Form,
    /// The key of the first plan; for `mcfdbs` a multicast LID [default: 0; for `mcfdbs` 49152, which is 0xC000].
    #[arg(long, value_name = "KEY")]
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
        let out = Target::at(&self.out)?;
        let files = PlanFile::open_all(&self.plans, self.access)?;
        one_network(files.iter(), "make tables")?;
        let first = self.first_key.unwrap_or(if self.form == Form::Mcfdbs { 0xc000 } else { 0 });
        let trees = || (first..).zip(&files).map(|(key, file)| tree(file, key)).collect::<Result<Vec<_>, _>>();
        let Some(one) = files.first() else { return Err(Failure::new("no plan was given")) };
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
                out.write(|file| write_mcfdbs(&fabric, &trees, file))?;
                trees
            }
            (Form::Mcfdbs, None) => {
                return Err(Failure::new("`--form mcfdbs` needs the `--fabric` that the tables are for"));
            }
        };
        let hops: usize = trees.iter().map(|tree| tree.hops.len()).sum();
        output::print_text(&format!(
            "{} of {}, keys from {first:#x}\n",
            count(trees.len(), "tree"),
            count(hops, "hop")
        ))?;
        Ok(Verdict::Yes)
    }
}

fn tree(file: &PlanFile, key: u32) -> Result<TableTree, Failure> {
    let tree = file.plan()?.table_tree(key);
    tree.map_err(|problem| Failure::new(format!("{problem}; `--form csv` writes any plan")).prefixed(&file.path))
}
