//! The states of runs and nodes, and which follows which.

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

            /// Its name in SQL and JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The state of a name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|state| state.as_str() == name)
            }

            /// The states that may follow it.
            pub const fn next(self) -> &'static [Self] {
                match self { $(Self::$variant => &[$(Self::$next),*],)* }
            }

            /// Whether `next` may follow it.
            pub fn may_become(self, next: Self) -> bool {
                self.next().contains(&next)
            }
        }
    };
}

states! {
    /// The state of a run.
    RunStatus {
        /// Another run with its key goes first.
        Queued = "queued" => [Running Cancelled Interrupted],
        /// Something of it is being done.
        Running = "running" => [Waiting Interrupted Completed Partial Failed Cancelled],
        /// Nothing can be done before the author answers.
        Waiting = "waiting" => [Running Interrupted Completed Partial Failed Cancelled],
        /// The program ended, or a passing trouble did not pass; it can be taken up again.
        Interrupted = "interrupted" => [Running Cancelled],
        /// Everything was done.
        Completed = "completed" => [],
        /// Something failed, the rest was done.
        Partial = "partial" => [Running],
        /// What failed left nothing done.
        Failed = "failed" => [Running],
        /// The author ended it.
        Cancelled = "cancelled" => [Running],
    }
}

impl RunStatus {
    /// Whether nothing more happens by itself.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Partial | Self::Failed | Self::Cancelled)
    }
}

states! {
    /// The state of a node, or of one item of it.
    NodeStatus {
        /// What it depends on is not done.
        Pending = "pending" => [Ready Waiting Skipped Cancelled Completed],
        /// It may begin.
        Ready = "ready" => [Running Waiting Failed Cancelled],
        /// It is being done.
        Running = "running" => [Ready Waiting Completed Failed Cancelled],
        /// The author is asked.
        Waiting = "waiting" => [Ready Skipped Cancelled],
        /// It is done, for good.
        Completed = "completed" => [],
        /// It failed, and is not tried again by itself.
        Failed = "failed" => [Pending],
        /// It is not to be done.
        Skipped = "skipped" => [Pending],
        /// The author ended it.
        Cancelled = "cancelled" => [Pending],
    }
}

impl NodeStatus {
    /// Whether nothing more happens to it in this go of the run.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Skipped | Self::Cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_stays_done() {
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
