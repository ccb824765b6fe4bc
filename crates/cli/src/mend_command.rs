//! The `wormcast mend` that deadlocks point to.

use crate::words::{figures, quoted};
use crate::{access, folders, prove_command};
use std::num::NonZeroU32;
use std::path::Path;
use wormcast::check::proof::{Copies, Delays, WorkloadStatement};
use wormcast::formats::is_named;
use wormcast::plan::VcRule;
use wormcast::{Network, SafeRouting};

/// More files than so many are named by their folder, if that holds just these.
const NAMED: usize = 8;

/// So many are named at most: a shell takes that many.
const MOST_NAMED: usize = 4096;

/// What proposes changes of plans that can deadlock, with these options about routers.
pub(crate) fn hint(files: &[String], options: &[String]) -> String {
    format!("what makes such plans free of deadlock:\n{}", line(files, options))
}

/// The command about these files.
pub(crate) fn line(files: &[String], options: &[String]) -> String {
    let folder = if files.len() > NAMED { folder_of(files) } else { None };
    let files: Vec<_> = match folder {
        Some(folder) => vec![quoted(&folder)],
        None if files.len() > MOST_NAMED => vec!["PLAN…".to_owned()],
        None => files.iter().map(|file| quoted(file)).collect(),
    };
    let options = options.iter().map(|word| quoted(word));
    let words: Vec<_> = files.into_iter().chain(options).collect();
    format!("  wormcast mend {}\n", words.join(" "))
}

/// The folder that stands for these files, if one does.
fn folder_of(files: &[String]) -> Option<String> {
    let folder = Path::new(files.first()?).parent().filter(|folder| folder.as_os_str() != "")?;
    let all = folders::expanded(vec![folder.to_owned()]).ok()?;
    all.iter().map(|path| path.display().to_string()).eq(files.iter().cloned()).then(|| folder.display().to_string())
}

/// A question about plans that can deadlock, as `mend` is to be asked it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub network: &'a Network,
    pub statement: &'a WorkloadStatement,
    /// As many virtual channels as plans and routings take: so many there are if nothing else is said.
    pub named: NonZeroU32,
    /// The file that says what nodes take in only as they send.
    pub dependences: Option<&'a Path>,
}

impl Asked<'_> {
    /// The command that makes these plans free.
    pub(crate) fn hint(self) -> String {
        hint(&self.statement.plans, &self.options())
    }

    /// That what is in flight beside the plans deadlocks without them, and which unicasts do not.
    pub(crate) fn fault(self) -> String {
        let Self { network, statement, .. } = self;
        let command = prove_command::of_others(network.spec(), statement);
        let mut text = format!(
            "the messages beside the plans are at fault: they deadlock by themselves, whatever is changed about the plans\n  {command}\n"
        );
        if let Some(safe @ SafeRouting { routing, .. }) = network.safe_routing(statement.virtual_channels) {
            let routes = vec![routing.to_owned()];
            let others = WorkloadStatement { with_unicast: false, routes, ..statement.clone() };
            text += &format!(
                "unicasts by `--routing {routing}` do not, with {}:\n{}",
                figures(&safe),
                line(&statement.plans, &Asked { statement: &others, ..self }.options())
            );
        }
        text
    }

    /// The options by which it is the same question.
    fn options(self) -> Vec<String> {
        let Self { network, statement, named, dependences } = self;
        let says_lanes = statement.virtual_channels.max(named).get() > 1;
        let mut words = Vec::new();
        let mut say = |option: &str, value: String| words.extend([option.to_owned(), value]);
        if statement.copies != Copies::default() {
            say("--copies", statement.copies.to_string());
        }
        let numbers = [
            ("--length", statement.length),
            ("--buffer", statement.buffer),
            ("--consumption", statement.consumption),
            ("--virtual-channels", Some(statement.virtual_channels).filter(|_| says_lanes)),
        ];
        numbers.into_iter().filter_map(|(option, number)| Some((option, number?))).for_each(|(option, number)| {
            say(option, number.to_string());
        });
        if statement.vc_rule != VcRule::default() {
            say("--vc-rule", statement.vc_rule.to_string());
        }
        if statement.delays != Delays::default() {
            say("--delays", statement.delays.to_string());
        }
        if let Some(file) = dependences {
            say("--dependences", file.display().to_string());
        }
        words.extend(statement.with_unicast.then(|| "--with-unicast".to_owned()));
        words.extend(routes(&statement.routes));
        words.extend(prove_command::policies(statement.policies()));
        words.extend(access::needed_for(network.spec()));
        words
    }
}

/// The options for routes beside plans: files, or a routing.
pub(crate) fn routes(routes: &[String]) -> Vec<String> {
    let option = |name: &String| match is_named(name) {
        true => ["--with-unicast".to_owned(), "--routing".to_owned(), name.clone()].to_vec(),
        false => ["--routes".to_owned(), name.clone()].to_vec(),
    };
    routes.iter().flat_map(option).collect()
}
