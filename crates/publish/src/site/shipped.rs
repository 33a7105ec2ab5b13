//! The profiles that come with Wenfang.

use super::profile::{ProfileError, SiteProfile, profile};

const SHIPPED: [&str; 9] = [
    include_str!("../../sites/qidian.json"),
    include_str!("../../sites/fanqie.json"),
    include_str!("../../sites/jjwxc.json"),
    include_str!("../../sites/faloo.json"),
    include_str!("../../sites/narou.json"),
    include_str!("../../sites/kakuyomu.json"),
    include_str!("../../sites/pixiv.json"),
    include_str!("../../sites/ao3.json"),
    include_str!("../../sites/royalroad.json"),
];

/// Returns the profiles that come with Wenfang.
///
/// # Errors
/// A profile of another shape, which the tests exclude.
pub fn shipped() -> Result<Vec<SiteProfile>, ProfileError> {
    SHIPPED.iter().map(|json| profile(json)).collect()
}
