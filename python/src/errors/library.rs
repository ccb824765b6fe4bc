//! What goes wrong in the library, by class, culprit and guess.

use super::{Raised, quoted};
use wormcast::Error;
use wormcast::eval::run::RunError;
use wormcast::eval::sweep::SweepError;
use wormcast::formats::{NoRouting, is_named};
use wormcast::papers::UnknownFigure;
use wormcast::plan::DocumentError;
use wormcast::prove::ProveError;
use wormcast::routing::RoutingError;
use wormcast::schemes::{OptionError, PlanError, SchemeError, UnknownScheme, scheme_named};
use wormcast::topology::{TopologyError, UnknownNode};

impl From<Error> for Raised {
    fn from(error: Error) -> Self {
        match error {
            Error::Topology(error) => error.into(),
            Error::UnknownNode(error) => error.into(),
            Error::UnknownScheme(error) => error.into(),
            Error::Option(error) => error.into(),
            Error::Scheme(error) => error.into(),
            Error::Plan(error) => error.into(),
            Error::Document(error) => error.into(),
            Error::Unreachable { ref to, .. } => {
                let to = to.clone();
                Self::new("Unreachable", error.to_string()).about(to)
            }
            Error::Routing(no) if matches!(*no, NoRouting::File(_) | NoRouting::Malformed { .. }) => (*no).into(),
            Error::Routing(ref no) => {
                let (culprit, guess) = routing_culprit(no);
                let class = match **no {
                    NoRouting::Named(RoutingError::Failed(_)) => "Error",
                    NoRouting::Named(RoutingError::Unknown { .. } | RoutingError::Node(_)) | NoRouting::Neither(_) => {
                        "UnknownName"
                    }
                    _ => "Unserved",
                };
                let is_scheme = culprit.as_ref().is_some_and(|name| scheme_named(name).is_ok());
                let hint = if class == "UnknownName" && is_scheme { "; it is a scheme, and no routing" } else { "" };
                Self::new(class, format!("{error}{hint}")).meant(guess).about_if(culprit)
            }
            Error::Prove(ProveError::Own(_)) | Error::UnderLoad(_) => Self::of_own(error.to_string()),
            Error::ComparedTwice { ref scheme } => Self::new("BadOption", error.to_string()).about(scheme),
            other => Self::bad(other.to_string()),
        }
    }
}

impl Raised {
    /// What a user's own scheme or routing says, which names itself first.
    pub(crate) fn of_own(message: String) -> Self {
        let culprit = quoted(&message).filter(|_| message.contains("scheme `") || message.contains("routing `"));
        Self::bad(message.clone()).about_if(culprit.map(str::to_owned))
    }
}

fn routing_culprit(no: &NoRouting) -> (Option<String>, Option<String>) {
    match no {
        NoRouting::Named(RoutingError::Unknown { name, nearest, .. })
        | NoRouting::Neither(RoutingError::Unknown { name, nearest, .. }) => (Some(name.clone()), nearest.clone()),
        NoRouting::Named(RoutingError::ServesNone { routing, .. } | RoutingError::Own { routing, .. }) => {
            (Some(routing.clone()), None)
        }
        NoRouting::Named(
            RoutingError::Unserved { routing, .. }
            | RoutingError::Parameters { routing, .. }
            | RoutingError::VirtualChannels { routing, .. }
            | RoutingError::Narrow { routing, .. }
            | RoutingError::TooLarge { routing, .. },
        ) => (Some((*routing).to_owned()), None),
        NoRouting::Named(RoutingError::Failed(message)) => (quoted(message).map(str::to_owned), None),
        NoRouting::Named(RoutingError::Node(node)) => (Some(node.name.clone()), node.nearest.clone()),
        _ => (None, None),
    }
}

impl From<NoRouting> for Raised {
    fn from(no: NoRouting) -> Self {
        let message = no.to_string();
        match no {
            NoRouting::File(error) => error.into(),
            NoRouting::Malformed { file, line, .. } => {
                Self::new("BadFile", message).about(file).at(usize::try_from(line).unwrap_or(usize::MAX), 1)
            }
            other => Error::from(other).into(),
        }
    }
}

impl From<UnknownNode> for Raised {
    fn from(error: UnknownNode) -> Self {
        Self::new("UnknownName", error.to_string()).about(error.name).meant(error.nearest)
    }
}

impl From<UnknownScheme> for Raised {
    fn from(error: UnknownScheme) -> Self {
        let hint = if is_named(&error.name) { "; it is a routing, which `routing=` names" } else { "" };
        Self::new("UnknownName", format!("{error}{hint}")).about(error.name).meant(error.nearest)
    }
}

impl From<TopologyError> for Raised {
    fn from(error: TopologyError) -> Self {
        let message = error.to_string();
        match error {
            TopologyError::UnknownNode(node) => node.into(),
            TopologyError::UnknownFamily { spec, nearest, .. } => {
                Self::new("UnknownName", message).about(spec).meant(nearest)
            }
            TopologyError::UnknownLink { a, b, .. } => Self::new("UnknownName", message).about(format!("{a}-{b}")),
            TopologyError::UnknownChannel { channel, .. } => Self::new("UnknownName", message).about(channel),
            TopologyError::NotALink { text, .. } | TopologyError::AmbiguousLink { text, .. } => {
                Self::bad(message).about(text)
            }
            TopologyError::BadParameters { spec, .. } | TopologyError::Size { spec, .. } => {
                Self::bad(message).about(spec)
            }
            TopologyError::File { path, line, column, .. } => {
                Self::new("BadFile", message).about(path.display().to_string()).at(line, column)
            }
            TopologyError::Io { path, .. } => Self::new("BadFile", message).about(path.display().to_string()),
            _ => Self::bad(message),
        }
    }
}

impl From<OptionError> for Raised {
    fn from(error: OptionError) -> Self {
        let message = error.to_string();
        match error {
            OptionError::Missing { option, .. } | OptionError::Value { option, .. } => {
                Self::new("BadOption", message).about(option)
            }
            _ => Self::new("BadOption", message),
        }
    }
}

impl From<SchemeError> for Raised {
    fn from(error: SchemeError) -> Self {
        let message = error.to_string();
        match error {
            SchemeError::UnknownNode(node) => node.into(),
            SchemeError::UnknownOption { option, .. }
            | SchemeError::BadOption { option, .. }
            | SchemeError::Conflict { option, .. } => Self::new("BadOption", message).about(option),
            SchemeError::Unserved { scheme, .. }
            | SchemeError::OneWay { scheme, .. }
            | SchemeError::Endpoint { scheme, .. }
            | SchemeError::NoLabelling { scheme, .. } => Self::new("Unserved", message).about(scheme),
            SchemeError::Own { scheme, .. } | SchemeError::Routing { scheme, .. } => Self::bad(message).about(scheme),
            _ => Self::bad(message),
        }
    }
}

impl From<PlanError> for Raised {
    fn from(error: PlanError) -> Self {
        let message = error.to_string();
        match error {
            PlanError::NotAbove { from, .. } | PlanError::NotAhead { from, .. } => {
                Self::new("Unreachable", message).about(from)
            }
            PlanError::Own(_) => Self::of_own(message),
            _ => Self::bad(message),
        }
    }
}

impl From<DocumentError> for Raised {
    fn from(error: DocumentError) -> Self {
        Self::new("BadFile", error.to_string())
    }
}

impl From<SweepError> for Raised {
    fn from(error: SweepError) -> Self {
        let message = error.to_string();
        match error {
            SweepError::Run { source: RunError::Plan(PlanError::Own(own)), .. } => {
                Self::bad(message).about_if(quoted(&own).map(str::to_owned))
            }
            SweepError::Run { cell, .. } => Self::bad(message).about(cell),
            _ => Self::bad(message),
        }
    }
}

impl From<UnknownFigure> for Raised {
    fn from(error: UnknownFigure) -> Self {
        let message = error.to_string().replace("`wormcast list`", "`wormcast.list_all()`");
        match error {
            UnknownFigure::None { name, nearest } => Self::new("UnknownName", message).about(name).meant(nearest),
            UnknownFigure::Several { name, .. } => Self::new("UnknownName", message).about(name),
        }
    }
}

impl From<std::io::Error> for Raised {
    fn from(error: std::io::Error) -> Self {
        Self::own(error.into())
    }
}
