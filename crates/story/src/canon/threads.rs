//! The life of a plot thread from plant to payoff, and when it is overdue.

use serde::{Deserialize, Serialize};

use super::order::StoryOrder;
use super::thread::{AnchorRole, ThreadAnchorRecord, ThreadRecord, ThreadStatus};
use crate::SceneId;
use crate::version::named;

named! {
    /// An action on a thread.
    ThreadAct "thread act" {
        /// A passage plants it.
        Plant = "plant",
        /// A passage pays it off in part.
        PayOffPartly = "pay_off_partly",
        /// A passage pays it off.
        PayOff = "pay_off",
        /// The author gives it up.
        Abandon = "abandon",
        /// The author resumes it.
        Reopen = "reopen",
    }
}

/// An act that is invalid in the current status of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot apply {act} to a thread that is {status}")]
pub struct ActRefused {
    pub status: ThreadStatus,
    pub act: ThreadAct,
}

/// The status of a thread after an act.
///
/// - A waiting thread may be planted again and paid off in part any number of times.
/// - A resolved thread accepts further payoffs and stays resolved. It must be reopened before it can be planted or
///   paid off in part.
/// - An abandoned thread must be reopened before anything else.
/// - Reopening a resolved thread makes it partial; reopening an abandoned one makes it open.
pub fn next(status: ThreadStatus, act: ThreadAct) -> Result<ThreadStatus, ActRefused> {
    use ThreadAct::{Abandon, PayOff, PayOffPartly, Plant, Reopen};
    use ThreadStatus::{Abandoned, Open, Partial, Resolved};
    match (status, act) {
        (Open | Partial, Plant) => Ok(status),
        (Open | Partial, PayOffPartly) | (Resolved, Reopen) => Ok(Partial),
        (Open | Partial | Resolved, PayOff) => Ok(Resolved),
        (Open | Partial, Abandon) => Ok(Abandoned),
        (Abandoned, Reopen) => Ok(Open),
        (Resolved, Plant | PayOffPartly | Abandon)
        | (Abandoned, Plant | PayOffPartly | PayOff | Abandon)
        | (Open | Partial, Reopen) => Err(ActRefused { status, act }),
    }
}

/// How long an overdue thread has waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Overdue {
    /// The number of chapters after which it is overdue.
    pub due_after: u32,
    /// The number of chapters since it was last planted or paid off in part; more than `due_after`.
    pub chapters_since: u32,
}

/// Whether a thread is overdue for a reader who has read up to the scene `at`, given its anchors.
///
/// The count runs from the chapter of the last passage that plants it or pays off a part, to the chapter of `at`; the
/// next chapter counts as one. Only existing passages in scenes of the manuscript, at or before `at`, are considered;
/// reminders do not count. A thread that does not wait, or has no `due_after` or no such passage, is never overdue;
/// neither is any thread in a scene in the bin.
pub fn overdue(
    thread: &ThreadRecord,
    anchors: &[ThreadAnchorRecord],
    order: &StoryOrder,
    at: SceneId,
) -> Option<Overdue> {
    let due_after = thread.due_after.filter(|_| thread.status.is_waiting())?;
    let (rank, chapter) = (order.rank(at)?, order.chapter_index_of(at)?);
    let last = anchors
        .iter()
        .filter(|anchor| !anchor.gone && anchor.role != AnchorRole::Reminder)
        .filter(|anchor| order.rank(anchor.scene).is_some_and(|anchored| anchored <= rank))
        .filter_map(|anchor| order.chapter_index_of(anchor.scene))
        .max()?;
    let chapters_since = u32::try_from(chapter.saturating_sub(last)).unwrap_or(u32::MAX);
    (chapters_since > due_after).then_some(Overdue { due_after, chapters_since })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use wenfang_text::CharRange;

    use super::*;
    use crate::VersionNo;

    const STATES: [ThreadStatus; 4] =
        [ThreadStatus::Open, ThreadStatus::Partial, ThreadStatus::Resolved, ThreadStatus::Abandoned];
    const ACTS: [ThreadAct; 5] =
        [ThreadAct::Plant, ThreadAct::PayOffPartly, ThreadAct::PayOff, ThreadAct::Abandon, ThreadAct::Reopen];

    #[test]
    fn acts_follow_the_transition_table() {
        let mut table = String::new();
        for status in STATES {
            for act in ACTS {
                let to = next(status, act).map_or("-", ThreadStatus::as_str);
                table.push_str(&format!("{status} {act}: {to}\n"));
            }
        }
        expect_test::expect![[r"
            open plant: open
            open pay_off_partly: partial
            open pay_off: resolved
            open abandon: abandoned
            open reopen: -
            partial plant: partial
            partial pay_off_partly: partial
            partial pay_off: resolved
            partial abandon: abandoned
            partial reopen: -
            resolved plant: -
            resolved pay_off_partly: -
            resolved pay_off: resolved
            resolved abandon: -
            resolved reopen: partial
            abandoned plant: -
            abandoned pay_off_partly: -
            abandoned pay_off: -
            abandoned abandon: -
            abandoned reopen: open
        "]]
        .assert_eq(&table);
    }

    /// Six chapters of two scenes: 1 and 2, 3 and 4 …; scene 99 is in the bin.
    fn order() -> StoryOrder {
        StoryOrder::new(
            &serde_json::from_str(
                "[[1,[[1,[1,2]],[2,[3,4]],[3,[5,6]]]],[2,[[4,[7,8]],[5,[9,10]],[6,[11,12]]]]]",
            )
            .unwrap(),
        )
    }

    fn anchor(role: AnchorRole, scene: i64) -> ThreadAnchorRecord {
        ThreadAnchorRecord {
            thread: 1.into(),
            role,
            scene: scene.into(),
            version: VersionNo::FIRST,
            range: CharRange::new(0, 2),
            quote: "断剑".to_owned(),
            gone: false,
            note: String::new(),
        }
    }

    fn waiting(anchors: &[ThreadAnchorRecord], at: i64) -> Option<u32> {
        let thread = ThreadRecord { due_after: Some(2), ..Default::default() };
        overdue(&thread, anchors, &order(), at.into()).map(|overdue| overdue.chapters_since)
    }

    #[test]
    fn chapters_count_from_the_last_plant_or_payoff() {
        let plant = anchor(AnchorRole::Plant, 2);
        assert_eq!(waiting(std::slice::from_ref(&plant), 6), None);
        assert_eq!(waiting(std::slice::from_ref(&plant), 7), Some(3));
        assert_eq!(waiting(&[plant.clone(), anchor(AnchorRole::Payoff, 3)], 12), Some(4));
        assert_eq!(waiting(&[plant.clone(), anchor(AnchorRole::Payoff, 3)], 8), None);
        assert_eq!(waiting(&[plant.clone(), anchor(AnchorRole::Reminder, 11)], 12), Some(5));
        assert_eq!(waiting(&[plant, anchor(AnchorRole::Payoff, 12)], 11), Some(5), "not told yet");
    }

    #[test]
    fn deleted_and_binned_passages_do_not_count() {
        let plant = anchor(AnchorRole::Plant, 1);
        let gone = ThreadAnchorRecord { gone: true, ..anchor(AnchorRole::Payoff, 9) };
        assert_eq!(waiting(&[plant.clone(), gone.clone(), anchor(AnchorRole::Payoff, 99)], 12), Some(5));
        assert_eq!(waiting(&[gone, anchor(AnchorRole::Plant, 99)], 12), None);
        assert_eq!(waiting(&[], 12), None);
        assert_eq!(waiting(&[plant], 99), None);
    }

    #[test]
    fn only_a_waiting_thread_with_due_after_is_overdue() {
        let anchors = [anchor(AnchorRole::Plant, 1)];
        for status in STATES {
            let thread = ThreadRecord { status, due_after: Some(0), ..Default::default() };
            let found = overdue(&thread, &anchors, &order(), 3.into());
            assert_eq!(found.is_some(), status.is_waiting(), "{status}");
        }
        let thread = ThreadRecord::default();
        assert_eq!(overdue(&thread, &anchors, &order(), 12.into()), None);
    }

    proptest! {
        #[test]
        fn reading_on_only_increases_the_delay(scenes in prop::collection::vec(1..=12_i64, 1..5), at in 1..=11_i64) {
            let anchors: Vec<_> = scenes.iter().map(|scene| anchor(AnchorRole::Plant, *scene)).collect();
            let later: Vec<_> = anchors.iter().filter(|anchor| anchor.scene.get() <= at).cloned().collect();
            prop_assert!(waiting(&later, at + 1).unwrap_or(0) >= waiting(&later, at).unwrap_or(0));
        }
    }
}
