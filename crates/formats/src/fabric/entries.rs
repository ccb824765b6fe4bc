//! The lines of the tables of switches, as OpenSM and `infiniband-diags` write them.

use super::dumps::{hexadecimal, word};
use crate::text::shown;

/// A line of `opensm-lfts.dump`.
#[derive(Debug, PartialEq)]
pub(super) enum UnicastLine<'l> {
    /// The GUID of the switch whose entries follow.
    Switch(&'l str),
    /// A destination LID, and the port for it.
    Port(u32, u32),
    /// A heading, a count, or a LID without a port.
    Nothing,
}

const UNICAST: &str = "expected `Unicast lids … of switch … guid 0x…`, an entry `0x0001 005` of a LID and its port, or \
                       `… lids dumped`";

impl<'l> UnicastLine<'l> {
    /// What a line says that is neither empty nor a comment.
    ///
    /// # Errors
    /// It is none of such a table.
    pub(super) fn of(line: &'l str) -> Result<Self, String> {
        if line.starts_with("0x") {
            return Self::entry(line);
        }
        if let Some((_, rest)) = line.split_once(" guid ") {
            return Ok(Self::Switch(word(rest, 0)?));
        }
        // The heading that `dump_fts` writes, of two lines, and the count behind the entries.
        let is_heading = line.starts_with("Lid ") || line.starts_with("Port ") && line.ends_with("Info");
        match is_heading || line.ends_with("lids dumped") {
            true => Ok(Self::Nothing),
            false => Err(format!("{} is no line of such a table; {UNICAST}", shown(line))),
        }
    }

    fn entry(line: &'l str) -> Result<Self, String> {
        let (lid, port) = (lid(word(line, 0)?)?, line.split_whitespace().nth(1));
        match port.and_then(|port| port.parse::<u8>().ok()) {
            Some(port) => Ok(Self::Port(lid, port.into())),
            // An unreachable LID has no port.
            None if line.to_ascii_lowercase().contains("unreachable") => Ok(Self::Nothing),
            None => Err(format!("{} is no port up to 255; {UNICAST}", shown(port.unwrap_or_default()))),
        }
    }
}

/// A line of `opensm.mcfdbs`.
#[derive(Debug, PartialEq)]
pub(super) enum MulticastLine<'l> {
    /// The GUID of the switch whose entries follow.
    Switch(&'l str),
    /// A multicast LID, and the ports of its tree in rising order.
    Ports(u32, Vec<u32>),
    /// A heading.
    Nothing,
}

const MULTICAST: &str =
    "expected `Switch 0x…`, the heading `LID : Out Port(s)`, or an entry `0xC000 : 0x001 0x002` of a LID and its ports";

impl<'l> MulticastLine<'l> {
    /// What a line says that is neither empty nor a comment.
    ///
    /// # Errors
    /// It is none of such a table.
    pub(super) fn of(line: &'l str) -> Result<Self, String> {
        if let Some(rest) = line.strip_prefix("Switch ") {
            return Ok(Self::Switch(word(rest, 0)?));
        }
        let other = || format!("{} is no line of such a table; {MULTICAST}", shown(line));
        let (at, ports) = line.split_once(':').ok_or_else(other)?;
        if at.trim() == "LID" {
            return Ok(Self::Nothing);
        }
        if !at.starts_with("0x") {
            return Err(other());
        }
        let ports = ports.split_whitespace().map(|port| {
            let number = hexadecimal(port).ok().and_then(|number| u8::try_from(number).ok()).map(u32::from);
            number.ok_or_else(|| format!("{} is no port up to 0xff; {MULTICAST}", shown(port)))
        });
        let mut ports = ports.collect::<Result<Vec<_>, _>>()?;
        ports.sort_unstable();
        ports.dedup();
        Ok(Self::Ports(lid(at.trim())?, ports))
    }
}

/// A local identifier: 16 bits.
pub(super) fn lid(word: &str) -> Result<u32, String> {
    let lid = hexadecimal(word)?;
    u16::try_from(lid).map(u32::from).map_err(|_| format!("{} is no LID up to 0xffff", shown(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_real_dumps_contain_is_understood() {
        for line in [
            "50 lids dumped",
            "25 valid lids dumped",
            "Lid  Out   Destination",
            "Port     Info",
            "0x0007 : UNREACHABLE",
            "0x0007 UNREACHABLE",
        ] {
            assert_eq!(UnicastLine::of(line), Ok(UnicastLine::Nothing), "{line}");
        }
        for (line, guid) in [
            ("Unicast lids [0-50] of switch Lid 2 guid 0x0000000000100000 ('S0_0'):", "0x0000000000100000"),
            ("Unicast lids [0x0-0x32] of switch DR path slid 0; dlid 0; 0,1 guid 0x2c9 (sw1):", "0x2c9"),
        ] {
            assert_eq!(UnicastLine::of(line), Ok(UnicastLine::Switch(guid)), "{line}");
        }
        for line in [
            "0x0001 005 # Channel Adapter portguid 0x0000000000200001: 'a guid 0x1'",
            "0x0001 005 : (Channel Adapter portguid 0x200001: 'H0_0_0')",
            "0x0001 005 # unknown node and type",
        ] {
            assert_eq!(UnicastLine::of(line), Ok(UnicastLine::Port(1, 5)), "{line}");
        }
        assert_eq!(MulticastLine::of("LID    : Out Port(s)"), Ok(MulticastLine::Nothing));
        assert_eq!(MulticastLine::of("0xC000 : 0x005  0x003"), Ok(MulticastLine::Ports(0xc000, vec![3, 5])));
    }

    #[test]
    fn what_none_contains_is_refused() {
        for line in ["garbage", "0x0001", "0x0001 x05 # Switch", "0x0001 : 005  : 00  : yes", "0x10001 005", "001 5"] {
            assert!(UnicastLine::of(line).is_err(), "{line}");
        }
        for line in ["garbage", "0xC000", "0xC000 : 0x001 x", "0xC000 : 0x101", "C000 : 0x001"] {
            assert!(MulticastLine::of(line).is_err(), "{line}");
        }
    }
}
