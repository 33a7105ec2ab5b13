//! Whether this machine draws on its battery.

use starship_battery::{Manager, State};

/// Whether a battery of the machine is discharging. Where that cannot be found out it is not: work that nobody waits for is
/// better done than never.
pub(super) fn on_battery() -> bool {
    let batteries = Manager::new().and_then(|manager| manager.batteries());
    batteries.is_ok_and(|batteries| batteries.flatten().any(|battery| battery.state() == State::Discharging))
}
