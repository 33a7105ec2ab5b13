//! Detects whether this machine runs on battery.

use starship_battery::{Manager, State};

/// Whether a battery is discharging. False if that is unknown, so that background work is not postponed
/// forever.
pub(super) fn on_battery() -> bool {
    let batteries = Manager::new().and_then(|manager| manager.batteries());
    batteries.is_ok_and(|batteries| batteries.flatten().any(|battery| battery.state() == State::Discharging))
}
