//! The one place where the time of day comes in.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use wenfang_story::Timestamp;

/// A source of the current time. Tests bring their own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// A clock that asks `now`.
    pub fn new(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The clock of this machine.
    #[expect(clippy::disallowed_methods, reason = "the one place where time comes in")]
    pub fn system() -> Self {
        Self::new(|| {
            let millis = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis());
            Timestamp::from(i64::try_from(millis).unwrap_or(i64::MAX))
        })
    }

    /// The time now.
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock")
    }
}
