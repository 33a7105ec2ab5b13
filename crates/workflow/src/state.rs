//! The states of runs and nodes, and their transitions.

use serde::{Deserialize, Serialize};

macro_rules! states {
    ($(#[$doc:meta])* $type:ident { $($(#[$vdoc:meta])* $variant:ident = $name:literal => [$($next:ident)*],)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
        #[serde(rename_all = "snake_case")]
        pub enum $type { $($(#[$vdoc])* $variant,)* }

        impl $type {
            /// Every state.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in SQL and JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The state with a name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|state| state.as_str() == name)
            }

            /// The states that may follow.
            pub const fn next(self) -> &'static [Self] {
                match self { $(Self::$variant => &[$(Self::$next),*],)* }
            }

            /// Whether `next` may follow this state.
            pub fn may_become(self, next: Self) -> bool {
                self.next().contains(&next)
            }
        }
    };
}

states! {
    /// The state of a run.
    RunStatus {
        /// Waits for another run with the same key.
        Queued = "queued" => [Running Cancelled Interrupted],
        /// A step is running or ready.
        Running = "running" => [Waiting Interrupted Completed Partial Failed Cancelled],
        /// Nothing can run until the author answers.
        Waiting = "waiting" => [Running Interrupted Completed Partial Failed Cancelled],
        /// The program ended, or a transient failure persisted; the run can be resumed.
        Interrupted = "interrupted" => [Running Partial Failed Cancelled],
        /// Everything is done.
        Completed = "completed" => [],
        /// Some nodes failed, others are done.
        Partial = "partial" => [Running],
        /// Nodes failed and none is done.
        Failed = "failed" => [Running],
        /// The author cancelled it.
        Cancelled = "cancelled" => [Running],
    }
}

impl RunStatus {
    /// Whether the run has ended.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Partial | Self::Failed | Self::Cancelled)
    }
}

states! {
    /// The state of a node, or of one item of it.
    NodeStatus {
        /// A dependency has not ended.
        Pending = "pending" => [Ready Waiting Skipped Cancelled Completed],
        /// It may start.
        Ready = "ready" => [Running Waiting Failed Cancelled],
        Running = "running" => [Ready Waiting Completed Failed Cancelled],
        /// It waits for the author's answer.
        Waiting = "waiting" => [Ready Skipped Cancelled],
        /// It is done; this is final.
        Completed = "completed" => [],
        /// It failed and is not retried automatically.
        Failed = "failed" => [Pending],
        /// It will not run.
        Skipped = "skipped" => [Pending],
        /// The author cancelled it.
        Cancelled = "cancelled" => [Pending],
    }
}

impl NodeStatus {
    /// Whether the node has ended in this execution of the run.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Skipped | Self::Cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completed_is_final() {
        assert!(NodeStatus::Completed.next().is_empty());
        assert!(RunStatus::Completed.next().is_empty());
    }

    #[test]
    fn names_are_read_back() {
        for status in RunStatus::ALL {
            assert_eq!(RunStatus::named(status.as_str()), Some(*status));
        }
        assert_eq!(NodeStatus::named("done"), None);
    }
}
