//! Distinguishes traditional from simplified characters.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::anchor::variant_pairs;

/// The least number of characters that have a form in only one script, for a share to mean anything. Prose has one in
/// three to four characters.
const MIN_VARIANTS: usize = 5;

static FORMS: LazyLock<(HashSet<char>, HashSet<char>)> = LazyLock::new(|| variant_pairs().unzip());

/// The share of traditional forms among the characters that differ between the scripts, 0 to 1; `None` if there are
/// fewer than five of them.
///
/// Near 0 in simplified and above 0.7 in traditional prose, where some forms are those of both scripts (后, 里).
pub fn traditional_share(text: &str) -> Option<f64> {
    let (traditional, simplified) = &*FORMS;
    let count = |forms: &HashSet<char>| text.chars().filter(|c| forms.contains(c)).count();
    let (traditional, simplified) = (count(traditional), count(simplified));
    let all = traditional + simplified;
    (all >= MIN_VARIANTS).then(|| traditional as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_distinguished_by_their_own_forms() {
        let simplified = "门外的风声渐渐远了，她听见马车经过，却没有说话。";
        let traditional = "門外的風聲漸漸遠了，她聽見馬車經過，卻沒有說話。";
        assert_eq!(traditional_share(simplified), Some(0.0));
        assert!(traditional_share(traditional).unwrap() > 0.9);
        assert_eq!(traditional_share("她在山上，看日落。"), None);
        assert_eq!(traditional_share("It was dark."), None);
    }
}
