//! Machines as hwloc sees them (`lstopo --of xml`): packages, PCI bridges and devices.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::{Format, first_line};
use crate::nodes::Nodes;
use crate::text::{Flaw, name_problem};
use crate::xml::{self, attribute};
use roxmltree::Node;
use wormcast_topology::NodeId;

/// XML of hwloc.
pub(crate) const FORMAT: Format = Format { name: "hwloc XML", extensions: &[], recognises, read, write: None };

fn recognises(text: &str) -> bool {
    let is_xml = first_line(text).is_some_and(|line| line.starts_with('<'));
    is_xml && text.contains("<topology") && text.contains("<object ")
}

/// Reads a machine. The machine, its packages and PCI bridges are routers, each linked to the one around it; the cores
/// of a package are one endpoint at it, a PCI device is one at its bridge. What the system calls a device, such as
/// `eth0`, is attached to it. Cores one by one, caches and memory are skipped.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let document = xml::parse(text, "XML of hwloc", "topology")?;
    let mut reader = Reader { draft: Draft::new(Repeated::Once, Loops::Refused), nodes: Nodes::default() };
    // Objects with the node of the network around them. Not by recursion: a file may nest deeply.
    let mut open = vec![(document.root_element(), None)];
    while let Some((around, node)) = open.pop() {
        let first = open.len();
        for object in around.children().filter(|child| child.tag_name().name() == "object") {
            let inside = reader.object(object, node)?;
            open.push((object, inside.or(node)));
        }
        // In the order of the file.
        open[first..].reverse();
    }
    match reader.draft.node_count() {
        0 | 1 => {
            Err(Flaw::new(0, "a machine without packages and PCI devices; expected `Package` or `PCIDev` objects"))
        }
        _ => Ok(reader.draft),
    }
}

struct Reader<'t> {
    draft: Draft<'t>,
    nodes: Nodes<'t>,
}

impl Reader<'_> {
    /// Adds what an object stands for: the node for the objects in it, if it stands for one.
    fn object(&mut self, object: Node<'_, '_>, around: Option<NodeId>) -> Result<Option<NodeId>, Flaw> {
        match attribute(object, "type")? {
            "Machine" if around.is_none() => self.node(object, "machine".into(), None, false).map(Some),
            "Package" | "Socket" => {
                let number = object.attribute("os_index").unwrap_or("0");
                let package = self.node(object, format!("package-{number}"), around, false)?;
                self.node(object, format!("cores-{number}"), Some(package), true)?;
                Ok(Some(package))
            }
            "Bridge" => {
                // A host bridge has no place on a bus, and is called by the buses behind it.
                let host = || attribute(object, "bridge_pci").map(|buses| format!("host-{buses}"));
                let bridge = object.attribute("pci_busid").map(|place| format!("bridge-{place}"));
                self.node(object, bridge.map_or_else(host, Ok)?, around, false).map(Some)
            }
            "PCIDev" => self.node(object, attribute(object, "pci_busid")?.to_owned(), around, true).map(Some),
            "OSDev" => {
                if let (Some(device), Some(name)) = (around, object.attribute("name")) {
                    self.draft.attach(device, name.to_owned());
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Adds a node, linked to the one around it.
    fn node(
        &mut self,
        object: Node<'_, '_>,
        name: String,
        around: Option<NodeId>,
        is_endpoint: bool,
    ) -> Result<NodeId, Flaw> {
        let at = object.range().start;
        if let Some(problem) = name_problem(&name) {
            return Err(Flaw::new(at, problem));
        }
        let node = self.nodes.declare(&mut self.draft, name.into(), is_endpoint, at)?;
        if let Some(around) = around {
            self.draft.add_link(around, node, at)?;
        }
        Ok(node)
    }
}
