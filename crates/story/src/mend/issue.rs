//! The states of an issue, and the steps between them.

use serde::{Deserialize, Serialize};

use crate::version::named;

named! {
    /// The state of an issue.
    IssueState "issue state" {
        /// Not worked on, or interrupted while it was.
        New = "new",
        /// A fix was begun and is not verified.
        InProgress = "in_progress",
        /// Verified: the issue is gone.
        Resolved = "resolved",
        /// Found again after a fix.
        Recurrence = "recurrence",
        /// Partly gone, or its place in the text is unsure.
        Partial = "partial",
        /// Left to the author.
        Deferred = "deferred",
    }
}

impl IssueState {
    /// Whether the issue still counts against the text.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Resolved)
    }
}

named! {
    /// What happens to an issue.
    IssueEvent "issue event" {
        FixBegun = "fix_begun",
        /// A re-check no longer found it.
        VerifiedGone = "verified_gone",
        /// A re-check found some of it.
        VerifiedPartly = "verified_partly",
        /// Its place in the new text is unsure (QC-013).
        PlaceUnsure = "place_unsure",
        /// A re-check found it.
        FoundAgain = "found_again",
        /// It was left to the author, for a [`DeferReason`].
        Deferred = "deferred",
        /// The author reopened it.
        Reopened = "reopened",
        /// A crash or a stop left its fix unfinished.
        LeftInFlight = "left_in_flight",
    }
}

named! {
    /// Why an issue was left to the author.
    DeferReason "reason for deferring" {
        /// The fence refused its fix twice.
        Fence = "fence",
        /// No tool is able or allowed to mend it.
        NoTool = "no_tool",
        /// The author refused the change.
        Author = "author",
        /// It was found again after two fixes.
        Stall = "stall",
        /// Its tool is set to ask the author first.
        AskFirst = "ask_first",
        /// A change of the setting was proposed instead of a change of the text.
        Canon = "canon",
        /// The setting is to be changed, but its item or its new value is not known.
        NoProposal = "no_proposal",
    }
}

/// An event that cannot happen to an issue in this state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an issue that is {state} cannot take the event {event}")]
pub struct IllegalStep {
    pub state: IssueState,
    pub event: IssueEvent,
}

/// Returns the state that follows an event.
///
/// # Errors
///
/// [`IllegalStep`] if the event cannot happen in this state. A repeated event is illegal too, except a verification
/// that confirms the state.
pub const fn next(state: IssueState, event: IssueEvent) -> Result<IssueState, IllegalStep> {
    use IssueEvent::{
        Deferred, FixBegun, FoundAgain, LeftInFlight, PlaceUnsure, Reopened, VerifiedGone, VerifiedPartly,
    };
    use IssueState as State;
    let next = match (state, event) {
        (State::New | State::Partial | State::Recurrence, FixBegun) => State::InProgress,
        // A new issue is verified when the author's own edit mended it.
        (State::New | State::InProgress | State::Partial | State::Recurrence, VerifiedGone) => {
            State::Resolved
        }
        (
            State::New | State::InProgress | State::Partial | State::Recurrence,
            VerifiedPartly | PlaceUnsure,
        ) => State::Partial,
        (State::InProgress | State::Partial | State::Recurrence | State::Resolved, FoundAgain) => {
            State::Recurrence
        }
        (State::New | State::InProgress | State::Partial | State::Recurrence, Deferred) => State::Deferred,
        // Nothing was verified, so nothing is claimed.
        (State::InProgress, LeftInFlight) => State::New,
        (State::Deferred, VerifiedGone) => State::Resolved,
        (State::Deferred, Reopened) => State::New,
        _ => return Err(IllegalStep { state, event }),
    };
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use IssueState::{Deferred, InProgress, New, Partial, Recurrence, Resolved};

    /// The table, independent of the function: a row for each state in the order of `IssueState::ALL`, a column for
    /// each event in the order of `IssueEvent::ALL`.
    #[rustfmt::skip]
    const TABLE: [(IssueState, [Option<IssueState>; 8]); 6] = [
        (New,        [Some(InProgress), Some(Resolved), Some(Partial), Some(Partial), None,             Some(Deferred), None,      None]),
        (InProgress, [None,             Some(Resolved), Some(Partial), Some(Partial), Some(Recurrence), Some(Deferred), None,      Some(New)]),
        (Resolved,   [None,             None,           None,          None,          Some(Recurrence), None,           None,      None]),
        (Recurrence, [Some(InProgress), Some(Resolved), Some(Partial), Some(Partial), Some(Recurrence), Some(Deferred), None,      None]),
        (Partial,    [Some(InProgress), Some(Resolved), Some(Partial), Some(Partial), Some(Recurrence), Some(Deferred), None,      None]),
        (Deferred,   [None,             Some(Resolved), None,          None,          None,             None,           Some(New), None]),
    ];

    #[test]
    fn each_step_is_that_of_the_table() {
        assert_eq!(TABLE.map(|(state, _)| state), IssueState::ALL);
        for (state, row) in TABLE {
            for (event, expected) in IssueEvent::ALL.into_iter().zip(row) {
                assert_eq!(next(state, event), expected.ok_or(IllegalStep { state, event }));
            }
        }
    }

    #[test]
    fn a_million_random_events_keep_to_the_table() {
        let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut draw = |below: usize| {
            // Xorshift64.
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed % below as u64).unwrap_or(0)
        };
        let (mut refused, mut visited) = (0, [0_u32; 6]);
        for _ in 0..1_000_000 {
            let mut state = New;
            for _ in 0..1 + draw(8) {
                let event = IssueEvent::ALL[draw(IssueEvent::ALL.len())];
                let row = TABLE.iter().find(|(row, _)| *row == state).unwrap().1;
                let allowed = row[IssueEvent::ALL.iter().position(|known| *known == event).unwrap()];
                match next(state, event) {
                    Ok(follower) => {
                        assert_eq!(Some(follower), allowed);
                        state = follower;
                    }
                    Err(illegal) => {
                        assert_eq!((illegal, allowed), (IllegalStep { state, event }, None));
                        refused += 1;
                    }
                }
                visited[IssueState::ALL.iter().position(|known| *known == state).unwrap()] += 1;
            }
        }
        assert!(refused > 0 && visited.iter().all(|times| *times > 10_000), "{refused} {visited:?}");
    }

    #[test]
    fn a_resolved_issue_needs_no_work() {
        assert_eq!(
            IssueState::ALL.into_iter().filter(|state| !state.is_open()).collect::<Vec<_>>(),
            [Resolved]
        );
        assert_eq!(
            next(Resolved, IssueEvent::FixBegun).unwrap_err().to_string(),
            "an issue that is resolved cannot take the event fix_begun"
        );
    }
}
