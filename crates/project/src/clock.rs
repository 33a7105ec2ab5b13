//! The only source of wall-clock time.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use wenfang_story::Timestamp;

/// A source of the current time. Tests supply their own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// A clock that calls `now`.
    pub fn new(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The system clock.
    #[expect(clippy::disallowed_methods, reason = "the only source of wall-clock time")]
    pub fn system() -> Self {
        Self::new(|| {
            let millis = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis());
            Timestamp::from(i64::try_from(millis).unwrap_or(i64::MAX))
        })
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock")
    }
}
