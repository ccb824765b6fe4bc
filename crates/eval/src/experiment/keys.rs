//! The keys of an experiment file in words: what each takes is said in terms of the field, where the value stands.

use super::ExperimentError;
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use wormcast_schemes::{OptionDeclaration, Scheme, options_among};
use wormcast_topology::nearest;

/// The form of a value.
enum Form {
    Text,
    /// A text out of these.
    OneOf(&'static [&'static str]),
    Number,
    /// A whole number from 0.
    Count,
    /// A whole number that a side of a network may have.
    Side,
    List(&'static Form),
    /// A whole number from 0, or `all-port`.
    Ports,
    /// Two texts.
    Link,
    /// Two texts, and perhaps a whole number.
    Channel,
    /// A number of destinations, or their range.
    Range,
    /// A number of flits, or lengths with their shares.
    Lengths,
    /// A table of numbers by the names of nodes.
    Weights,
    /// A list of numbers, or `to-saturation`.
    Loads,
    /// A name or a table.
    Scheme,
    Table(&'static [Key]),
}

/// A key: its name, the form of its value, and what is expected, in words.
struct Key(&'static str, Form, &'static str);

const FILE: &[Key] = &[
    Key("topology", Form::Text, "the network as a text, such as \"mesh:16x16\""),
    Key("without_nodes", Form::List(&Form::Text), "a list of names of nodes, such as [\"3,3\"]"),
    Key(
        "without_links",
        Form::List(&Form::Link),
        "a list of links, each the names of its two ends, such as [[\"0,0\", \"1,0\"]], or [\"0,0-1,0\"]",
    ),
    Key(
        "without_channels",
        Form::List(&Form::Channel),
        "a list of channels, each [from, to] or [from, to, number], such as [[\"0,0\", \"1,0\"]], or [\"0,0>1,0\"]",
    ),
    Key(
        "schemes",
        Form::List(&Form::Scheme),
        "a list of schemes, each a name or a table, such as [\"dual-path\", { scheme = \"dstm-1\", tree = \"least-loaded\" }]",
    ),
    Key("baseline", Form::Text, "the label of one of the schemes, such as \"dual-path\""),
    Key(
        "loads",
        Form::Loads,
        "a list of loads in messages per node per µs, such as [0.01, 0.02], or \"to-saturation\"",
    ),
    Key(
        "loads_in",
        Form::OneOf(&["messages-per-us", "flits-per-cycle", "trace-speed"]),
        "the unit of the loads: `messages-per-us`, `flits-per-cycle` or `trace-speed`, in quotes",
    ),
    Key("seeds", Form::List(&Form::Count), "a list of whole numbers from 0, such as [1, 2]"),
    Key("traffic", Form::Table(TRAFFIC), "a table: `[traffic]`"),
    Key("timing", Form::Table(TIMING), "a table: `[timing]`"),
    Key("statistics", Form::Table(STATISTICS), "a table: `[statistics]`"),
];

/// Keys without which there is no experiment.
const NEEDED: [&str; 3] = ["topology", "schemes", "loads"];

const TRAFFIC: &[Key] = &[
    Key(
        "arrivals",
        Form::OneOf(&["poisson", "periodic", "bernoulli"]),
        "`poisson`, `periodic` or `bernoulli`, in quotes",
    ),
    Key("burst", Form::Table(BURST), "the mean times of bursts, such as { on_us = 2, off_us = 8 }"),
    Key("weights", Form::Weights, "how much nodes send, by name, where others have 1, such as { \"0,0\" = 4 }"),
    Key("reply_flits", Form::Count, "the length of the reply to each unicast message in flits, such as 9"),
    Key("multicast_share", Form::Number, "the share of messages that are multicast, from 0 to 1, such as 0.1"),
    Key("unicast", Form::Table(PATTERN), "a table, such as { pattern = \"uniform\" }"),
    Key("multicast", Form::Table(PATTERN), "a table, such as { pattern = \"uniform\", destinations = 10 }"),
    Key("trace", Form::Text, "the name of a CSV file of messages with their times, such as \"trace.csv\""),
    Key("unicast_scheme", Form::Scheme, "the scheme that plans unicast messages, such as \"unicast\""),
];

const PATTERN: &[Key] = &[
    Key(
        "pattern",
        Form::OneOf(&[
            "uniform",
            "hot-spot",
            "transpose",
            "bit-complement",
            "rectangle",
            "row",
            "column",
            "all",
            "list",
        ]),
        "`uniform`, `hot-spot`, `transpose`, `bit-complement`, `rectangle`, `row`, `column`, `all` or `list`, in quotes",
    ),
    Key("destinations", Form::Range, "a number of destinations, such as 10, or a range, such as { min = 5, max = 10 }"),
    Key("node", Form::Text, "the name of the hot node, such as \"3,3\""),
    Key("share", Form::Number, "the chance of the hot node, from 0 to 1, such as 0.2"),
    Key("sides", Form::List(&Form::Side), "the sides of the box in nodes, such as [3, 2]"),
    Key("file", Form::Text, "the name of the file of sets, such as \"sets.txt\""),
    Key("length_flits", Form::Lengths, LENGTHS),
];

const LENGTHS: &str = "a length in flits, such as 128, or lengths with their shares, such as [[1, 0.5], [9, 0.5]]";

const BURST: &[Key] = &[
    Key("on_us", Form::Number, "the mean time for which a node sends in µs, such as 2"),
    Key("off_us", Form::Number, "the mean time for which it does not in µs, such as 8"),
];

const TIMING: &[Key] = &[
    Key("length_flits", Form::Lengths, LENGTHS),
    Key("cycle_ns", Form::Number, "the cycle in ns in which loads are told, such as 10; by default the flit time"),
    Key("send_ns", Form::Number, "the send overhead in ns, such as 550"),
    Key("receive_ns", Form::Number, "the receive overhead in ns, such as 300"),
    Key("startup", Form::Text, "`serial` or `parallel`, in quotes"),
    Key("router_ns", Form::Number, "the router delay of a head in ns, such as 40"),
    Key("flit_ns", Form::Number, "the time for a flit to cross a channel in ns, such as 10"),
    Key("buffer_flits", Form::Count, "the buffer of a channel in flits, such as 1"),
    Key("injection", Form::Ports, "a number of injection channels per node, such as 1, or \"all-port\": one per port"),
    Key(
        "consumption",
        Form::Ports,
        "a number of consumption channels per node, such as 1, or \"all-port\": one per port",
    ),
    Key("engine", Form::Text, "`auto`, `worm` or `flit`, in quotes"),
    Key("virtual_channels", Form::Count, "the number of virtual channels a link, such as 2"),
    Key("vc_rule", Form::Text, "`dateline`, `per-hop`, `fixed`, `free`, `free-dateline` or `class`, in quotes"),
    Key("credit_ns", Form::Number, "the credit delay in ns, such as 10"),
    Key("handover", Form::Text, "`empty` or `tail`, in quotes"),
    Key("turnaround_ns", Form::Number, "the time from a handover until the next worm has the channel in ns, such as 1"),
    Key("crossbar", Form::Text, "`full`, `input` or `separable`, in quotes"),
    Key("reservation", Form::Text, "`atomic`, `incremental`, `any-order`, `independent` or `whole`, in quotes"),
    Key("replication", Form::Text, "`lock-step` or `forked`, in quotes"),
    Key("switching", Form::Text, "`wormhole`, `cut-through` or `store-and-forward`, in quotes"),
];

const STATISTICS: &[Key] = &[
    Key("half_width_share", Form::Number, "the half-width that ends a run as a share of the mean, such as 0.01"),
    Key(
        "of",
        Form::OneOf(&["all", "unicast", "multicast", "each"]),
        "whose mean that is: `all`, `unicast`, `multicast` or `each`, in quotes",
    ),
    Key("max_messages", Form::Count, "the number of messages that ends a run, such as 1000000"),
    Key("max_time_us", Form::Number, "the simulated time in µs that ends a run, such as 10000"),
];

/// A scheme in a table: these, and the options that schemes declare.
const SCHEME: &[Key] = &[
    Key("scheme", Form::Text, "the name of a scheme, such as \"dstm-1\""),
    Key("label", Form::Text, "a label as a text, such as \"two trees\""),
];

const RANGE: &[Key] = &[
    Key("min", Form::Count, "the least number of destinations, such as 5"),
    Key("max", Form::Count, "the greatest number of destinations, such as 10"),
];

/// Checks all keys, and the form of each value. Tables of schemes have the options of these schemes for keys.
pub(super) fn check(text: &str, schemes: &[&dyn Scheme]) -> Result<(), ExperimentError> {
    let file =
        DeTable::parse(text).map_err(|error| ExperimentError::new(error.span().unwrap_or(0..0), error.message()))?;
    let options = options_among(schemes).into_iter().map(|(option, _)| option).collect();
    Checker { options }.table(file.get_ref(), FILE)?;
    let missing = NEEDED.iter().find(|needed| !file.get_ref().contains_key(**needed));
    match missing.and_then(|needed| FILE.iter().find(|key| key.0 == *needed)) {
        Some(Key(name, _, expected)) => {
            Err(ExperimentError::new(0..0, format!("the key `{name}` is missing; it takes {expected}")))
        }
        None => Ok(()),
    }
}

/// Checks tables and values.
struct Checker {
    /// The options that a scheme in a table may have.
    options: Vec<OptionDeclaration>,
}

impl Checker {
    fn table(&self, table: &DeTable<'_>, keys: &[Key]) -> Result<(), ExperimentError> {
        for (name, value) in table {
            let Some(Key(_, form, expected)) = keys.iter().find(|key| key.0 == name.get_ref()) else {
                return Err(unknown(name, keys.iter().map(|key| key.0.to_owned()).collect()));
            };
            self.value(value, form, expected)?;
        }
        Ok(())
    }

    fn scheme(&self, table: &DeTable<'_>, span: Range<usize>) -> Result<(), ExperimentError> {
        for (name, value) in table {
            let option = self.options.iter().find(|option| option.key() == *name.get_ref());
            match (SCHEME.iter().find(|key| key.0 == name.get_ref()), option) {
                (Some(Key(_, form, expected)), _) => self.value(value, form, expected)?,
                (None, Some(option)) => check_option(value, option)?,
                (None, None) => {
                    let own = SCHEME.iter().map(|key| key.0.to_owned());
                    return Err(unknown(name, own.chain(self.options.iter().map(OptionDeclaration::key)).collect()));
                }
            }
        }
        match table.contains_key("scheme") {
            true => Ok(()),
            false => Err(ExperimentError::new(span, "a scheme in a table needs the key `scheme`")),
        }
    }

    fn value(&self, value: &Spanned<DeValue<'_>>, form: &Form, expected: &str) -> Result<(), ExperimentError> {
        let fits = match (form, value.get_ref()) {
            (Form::Table(keys), DeValue::Table(table)) => return self.table(table, keys),
            (Form::Scheme, DeValue::Table(table)) => return self.scheme(table, value.span()),
            (Form::Range, DeValue::Table(table)) => {
                self.table(table, RANGE)?;
                table.contains_key("min") && table.contains_key("max")
            }
            (Form::List(of), DeValue::Array(items)) => {
                return items.iter().try_for_each(|item| self.value(item, of, expected));
            }
            (Form::Lengths, DeValue::Array(items)) => !items.is_empty() && items.iter().all(is_length_and_share),
            (Form::Loads, DeValue::Array(items)) => {
                return items.iter().try_for_each(|item| self.value(item, &Form::Number, expected));
            }
            (Form::Weights, DeValue::Table(table)) => {
                table.values().all(|weight| is_plain(&Form::Number, weight.get_ref()))
            }
            (form, value) => is_plain(form, value),
        };
        match fits {
            true => Ok(()),
            false => Err(ExperimentError::new(value.span(), format!("expected {expected}"))),
        }
    }
}

/// A pair of a whole number and a number.
fn is_length_and_share(item: &Spanned<DeValue<'_>>) -> bool {
    let DeValue::Array(pair) = item.get_ref() else { return false };
    let is = |at: usize, form| pair.get(at).is_some_and(|value| is_plain(&form, value.get_ref()));
    pair.len() == 2 && is(0, Form::Count) && is(1, Form::Number)
}

/// Whether a value that is no table and no list fits a form.
fn is_plain(form: &Form, value: &DeValue<'_>) -> bool {
    match (form, value) {
        (Form::Channel, DeValue::Array(parts)) => {
            let number = parts.get(2).is_none_or(|number| number.get_ref().is_integer());
            (2..=3).contains(&parts.len()) && parts[..2].iter().all(|end| end.get_ref().is_str()) && number
        }
        (Form::Link | Form::Channel, DeValue::String(_)) => true,
        (Form::Link, DeValue::Array(ends)) => ends.len() == 2 && ends.iter().all(|end| end.get_ref().is_str()),
        (Form::Ports, DeValue::String(text)) => text == "all-port",
        (Form::Loads, DeValue::String(text)) => text == "to-saturation",
        (Form::OneOf(names), DeValue::String(text)) => names.contains(&&**text),
        (Form::Text | Form::Scheme, DeValue::String(_)) => true,
        (Form::Number, DeValue::Integer(_) | DeValue::Float(_)) => true,
        (Form::Count | Form::Ports | Form::Range | Form::Lengths, DeValue::Integer(number)) => {
            u64::from_str_radix(number.as_str(), number.radix()).is_ok()
        }
        (Form::Side, DeValue::Integer(number)) => u32::from_str_radix(number.as_str(), number.radix()).is_ok(),
        _ => false,
    }
}

/// The value of an option of a scheme stands in one word on the command line.
fn check_option(value: &Spanned<DeValue<'_>>, option: &OptionDeclaration) -> Result<(), ExperimentError> {
    let refuse = |expected: &str| Err(ExperimentError::new(value.span(), format!("expected {expected}")));
    match (option.value, value.get_ref()) {
        (None, DeValue::Boolean(_)) | (Some(_), DeValue::String(_) | DeValue::Integer(_)) => Ok(()),
        (None, _) => refuse("`true` or `false`"),
        (Some(declared), _) if declared.expected.contains('`') => {
            refuse(&format!("{}; names stand in quotes", declared.expected))
        }
        (Some(declared), _) => refuse(declared.expected),
    }
}

fn unknown(name: &Spanned<Cow<'_, str>>, known: Vec<String>) -> ExperimentError {
    let listed: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
    let nearest = nearest(name.get_ref(), known.iter().map(String::as_str));
    let meant = nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    let message = format!("unknown key `{}`; known are {}{meant}", name.get_ref(), listed.join(", "));
    ExperimentError::new(name.span(), message)
}
