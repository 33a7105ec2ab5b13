//! The profiles that come with Wenfang.

use super::profile::Profile;

/// The shipped profiles by id. A test reads each of them.
pub const SHIPPED: [(&str, &str); 4] = [
    ("plain", include_str!("../../../../workflows/profiles/plain.json")),
    ("careful", include_str!("../../../../workflows/profiles/careful.json")),
    ("checked", include_str!("../../../../workflows/profiles/checked.json")),
    ("planned", include_str!("../../../../workflows/profiles/planned.json")),
];

/// The shipped profiles, in display order.
pub fn shipped() -> Vec<Profile> {
    SHIPPED.iter().filter_map(|(_, text)| serde_json::from_str(text).ok()).collect()
}
