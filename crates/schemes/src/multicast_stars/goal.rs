//! What is asked of a star, and the answers for both sides of the source.

use crate::optimal::{
    self, BoundProof, Half, HalfProblem, Least, MulticastStar, Routes, StarCost, best_disjoint, fewest_channels,
    fewest_channels_disjoint, fewest_channels_within, shortest_longest,
};
use crate::{LabelRouting, Minimize, OptionSpec, Options, PlanError, SchemeError, Switch};
use wormcast_plan::{Criterion, FirstHop};

/// By which port a path may leave the source.
pub const FIRST_HOP: OptionSpec<FirstHop> = OptionSpec::new(
    "first-hop",
    "RULE",
    "By which port a path may leave the source: `routing` (the one that the routing takes towards its first destination) \
     or `free`",
)
.expects("`routing` or `free`")
.default("routing");

/// What to make as little as can be, the first before the second.
pub const MINIMIZE: OptionSpec<Minimize> = OptionSpec::new(
    "minimize",
    "COSTS",
    "What is made least, the first before the second: `channels`, `longest`, `channels,longest` or `longest,channels`",
)
.expects("`channels`, `longest`, `channels,longest` or `longest,channels`");

/// The greatest length of a path.
pub const LONGEST_WITHIN: OptionSpec<u64> =
    OptionSpec::new("longest-within", "CHANNELS", "The greatest length of a path, in channels")
        .expects("a length in channels, such as 12");

/// Whether no two worms may share a channel.
pub const DISJOINT: Switch = Switch::new("disjoint", "No two worms may share a channel");

/// What a plan of `ocms` or `otms` is asked to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// What is least.
    pub criterion: Criterion,
    /// Whether ties are broken by the other criterion.
    pub then_other: bool,
    /// The greatest length of a path.
    pub longest_within: Option<u64>,
    /// Whether no two paths may share a channel.
    pub disjoint: bool,
    /// Which stars are compared.
    pub first_hop: FirstHop,
}

/// The star of one side, and what was proved about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub star: MulticastStar,
    pub cost: StarCost,
    /// No star that is asked for has less, in the criterion.
    pub bound: u64,
    /// Among the stars that are as little as this one in the criterion, none has less in the other.
    pub other_bound: u64,
    /// Why no star, shared channels or not, has less than some bound.
    pub proof: Option<(u64, BoundProof)>,
}

impl Goal {
    /// What the options ask of the scheme of this name, which is for this criterion.
    pub(super) fn new(scheme: &'static str, criterion: Criterion, options: &Options) -> Result<Self, SchemeError> {
        let (alone, first) = match criterion {
            Criterion::Channels => (Minimize::Channels, Minimize::ChannelsThenLongest),
            Criterion::LongestPath => (Minimize::Longest, Minimize::LongestThenChannels),
        };
        let minimize = options.get(&MINIMIZE).unwrap_or(alone);
        if ![alone, first].contains(&minimize) {
            let (value, expected) = (format!("`{minimize}`"), format!("`{alone}` or `{first}`"));
            return Err(SchemeError::BadOption { scheme, option: MINIMIZE.declaration.name, value, expected });
        }
        if let (true, Some(longest)) = (options.has(&DISJOINT), options.get(&LONGEST_WITHIN)) {
            let (value, expected) = (longest.to_string(), "no limit together with `disjoint`".to_owned());
            return Err(SchemeError::BadOption { scheme, option: LONGEST_WITHIN.declaration.name, value, expected });
        }
        Ok(Self {
            criterion,
            then_other: minimize == first,
            longest_within: options.get(&LONGEST_WITHIN),
            disjoint: options.has(&DISJOINT),
            first_hop: options.get(&FIRST_HOP).unwrap_or_default(),
        })
    }

    /// The stars of the two sides of a source.
    pub(super) fn answer(
        &self,
        routing: &LabelRouting,
        source: u32,
        halves: &[Half; 2],
    ) -> Result<[Answer; 2], PlanError> {
        let answers = match (self.disjoint, self.criterion) {
            (true, _) => {
                let routes = halves.each_ref().map(|half| Routes::new(routing, source, half));
                return Ok(self.disjoint(halves, &routes));
            }
            (_, Criterion::LongestPath) => halves.each_ref().map(|half| shortest(&half.problem)),
            (_, Criterion::Channels) => halves.each_ref().map(|half| cheapest(&half.problem)),
        };
        match (self.criterion, self.longest_within) {
            (Criterion::Channels, Some(longest)) => within(halves, answers, longest),
            (Criterion::Channels, None) if self.then_other => Ok(shorten(halves, answers)),
            (Criterion::LongestPath, _) if self.then_other => Ok(cheapen(halves, answers)),
            _ => Ok(answers),
        }
    }

    fn disjoint(&self, halves: &[Half; 2], routes: &[Routes<'_>; 2]) -> [Answer; 2] {
        let answers = [0, 1].map(|side| self.disjoint_half(&halves[side], &routes[side]));
        if !self.then_other {
            return answers;
        }
        // A side whose paths are short may spend as much on its longest path as the other side must.
        let limit = match self.criterion {
            Criterion::Channels => u64::MAX,
            Criterion::LongestPath => answers.iter().map(|answer| answer.cost.longest).max().unwrap_or(0),
        };
        let mut answers = answers.into_iter();
        [0, 1].map(|side| {
            let answer = answers.next().expect("a side has an answer");
            if halves[side].problem.is_empty() {
                answer
            } else {
                self.refined(&halves[side], &routes[side], limit, answer)
            }
        })
    }

    /// Among the disjoint stars that are as good as the answer, those that are least in the other criterion too.
    fn refined(&self, half: &Half, routes: &Routes<'_>, limit: u64, answer: Answer) -> Answer {
        let known = (answer.cost, answer.star.clone());
        match (fewest_channels_disjoint(&half.problem, routes, limit, known), self.criterion) {
            (Ok((cost, star)), Criterion::Channels) => {
                Answer { star, cost, bound: cost.channels, other_bound: cost.longest, ..answer }
            }
            (Ok((cost, star)), Criterion::LongestPath) => Answer { star, cost, other_bound: cost.channels, ..answer },
            (Err(_), Criterion::Channels) => Answer { other_bound: shortest(&half.problem).bound, ..answer },
            (Err(_), Criterion::LongestPath) => Answer { other_bound: cheapest(&half.problem).bound, ..answer },
        }
    }

    fn disjoint_half(&self, half: &Half, routes: &Routes<'_>) -> Answer {
        let (free, least) = match self.criterion {
            Criterion::Channels => (cheapest(&half.problem), Least::Channels),
            Criterion::LongestPath => (shortest(&half.problem), Least::Longest),
        };
        match best_disjoint(&half.problem, routes, least) {
            Some(best) => Answer { star: best.star, cost: best.cost, bound: best.bound, ..free },
            None => free,
        }
    }
}

fn cheapest(problem: &HalfProblem) -> Answer {
    let Some((star, duals)) = fewest_channels(problem) else { return Answer::default() };
    let cost = problem.measure(&star);
    let proof = BoundProof::Duals { weights: vec![1; problem.ports()], duals };
    Answer { star, cost, bound: cost.channels, other_bound: 0, proof: Some((cost.channels, proof)) }
}

fn shortest(problem: &HalfProblem) -> Answer {
    let Some(optimal::Shortest { star, bound, proof, .. }) = shortest_longest(problem) else {
        return Answer::default();
    };
    let cost = problem.measure(&star);
    Answer { star, cost, bound, other_bound: 0, proof: Some((bound, proof)) }
}

/// Among the stars with the fewest channels, those with the shortest longest path.
fn shorten(halves: &[Half; 2], answers: [Answer; 2]) -> [Answer; 2] {
    zip(halves, answers, |half, answer| match fewest_channels_within(&half.problem, u64::MAX) {
        Ok(Some((cost, star))) => Answer { star, cost, other_bound: cost.longest, ..answer },
        _ => Answer { other_bound: shortest(&half.problem).bound, ..answer },
    })
}

/// Among the stars whose longest path is no longer than it must be on either side, those with the fewest channels.
fn cheapen(halves: &[Half; 2], answers: [Answer; 2]) -> [Answer; 2] {
    let longest = answers.iter().map(|answer| answer.cost.longest).max().unwrap_or(0);
    zip(halves, answers, |half, answer| match fewest_channels_within(&half.problem, longest) {
        Ok(Some((cost, star))) => Answer { star, cost, other_bound: cost.channels, ..answer },
        _ => Answer { other_bound: cheapest(&half.problem).bound, ..answer },
    })
}

/// Among the stars whose longest path is within a limit, those with the fewest channels.
fn within(halves: &[Half; 2], answers: [Answer; 2], longest: u64) -> Result<[Answer; 2], PlanError> {
    let mut limited = answers;
    for (half, answer) in halves.iter().zip(&mut limited).filter(|(half, _)| !half.problem.is_empty()) {
        let found = fewest_channels_within(&half.problem, longest).map_err(|_| PlanError::TooWide)?;
        let Some((cost, star)) = found else {
            return Err(PlanError::NoStarWithin { longest, least: shortest(&half.problem).bound });
        };
        (answer.star, answer.cost, answer.bound, answer.other_bound) = (star, cost, cost.channels, cost.longest);
    }
    Ok(limited)
}

fn zip(halves: &[Half; 2], answers: [Answer; 2], each: impl Fn(&Half, Answer) -> Answer) -> [Answer; 2] {
    let [above, below] = answers;
    [(&halves[0], above), (&halves[1], below)]
        .map(|(half, answer)| if half.problem.is_empty() { answer } else { each(half, answer) })
}
