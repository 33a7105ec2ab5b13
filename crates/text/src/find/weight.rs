//! Bounds the work of a regular expression.
//!
//! The engine tracks every place of the pattern it may be at, so in the worst case each byte of a text costs as many
//! steps as the pattern has places. Repetitions count once per repetition: `a{5000}` has 5,000 places. The bound
//! depends on pattern and text alone, not on a clock: the same search always has the same outcome.

use regex_syntax::hir::{Hir, HirKind};

/// The most steps of a search, places times bytes: about ten seconds in the worst case, and a thousand times as many
/// as an ordinary pattern needs, which takes about one step per byte.
pub const MAX_STEPS: u64 = 1_000_000_000;

/// Patterns with at most this many places may be searched for in any text.
const ALWAYS_ALLOWED_PLACES: u64 = 64;

/// The number of places of a pattern; 0 if it cannot be parsed, since compiling it then fails.
pub fn places(pattern: &str) -> u64 {
    regex_syntax::Parser::new().parse(pattern).map_or(0, |hir| places_of(&hir))
}

fn places_of(hir: &Hir) -> u64 {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => 0,
        HirKind::Literal(literal) => literal.0.len() as u64,
        HirKind::Class(_) => 1,
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or_else(|| repetition.min.saturating_add(1));
            places_of(&repetition.sub).saturating_mul(u64::from(times.max(1)))
        }
        HirKind::Capture(group) => places_of(&group.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().fold(0, |sum, part| sum.saturating_add(places_of(part)))
        }
    }
}

/// Whether a pattern with this many places may be searched for in this many bytes.
pub fn is_bearable(places: u64, bytes: usize) -> bool {
    places <= ALWAYS_ALLOWED_PLACES || places.saturating_mul(bytes as u64) <= MAX_STEPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_multiply_places() {
        for (pattern, expected) in [
            ("", 0),
            ("^$", 0),
            ("abc", 3),
            ("雨", 3),
            (r"\w+", 2),
            (r"第.+章", 8),
            (r"a{5000}", 5000),
            (r"(?:a?){5000}a{5000}", 10_000),
            (r"(?:(?:a{100}){100}|b){10}", 100_010),
            ("(", 0),
        ] {
            assert_eq!(places(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn ordinary_patterns_are_bearable_and_hostile_ones_are_not() {
        let book = 128 << 20;
        for pattern in [r"\w+", r"第[一二三四五六七八九十百千]+章", r"“[^”]{1,40}”", r"(甲|乙|丙|丁){3,9}"]
        {
            assert!(is_bearable(places(pattern), book), "{pattern}");
        }
        assert!(is_bearable(places(r"甲.{0,200}乙"), 4 << 20), "in a book of more than a million characters");
        let hostile = places(r"(?:a?){5000}a{5000}");
        assert!(
            !is_bearable(hostile, 2 << 20) && !is_bearable(hostile, 250_000) && is_bearable(hostile, 50_000)
        );
    }
}
