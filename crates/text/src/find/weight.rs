//! How much work a regular expression may be.
//!
//! The engine keeps every place of the pattern in mind at which it may be, so that in the worst case each byte of a text costs
//! as many steps as the pattern has places. Repetitions count as often as they repeat: `a{5000}` has 5,000 places. The bound
//! depends on pattern and text alone, not on a clock: the same search always has the same end.

use regex_syntax::hir::{Hir, HirKind};

/// Steps of a search at most, places times bytes: about ten seconds in the worst case, and a thousand times that of an
/// ordinary pattern, most of which need one step a byte.
pub const MAX_STEPS: u64 = 1_000_000_000;

/// Patterns with no more places than this are always searched for, in any text.
const ALWAYS: u64 = 64;

/// The places of a pattern, as far as it can be read; 0 else, since it is refused where it is compiled.
pub fn places(pattern: &str) -> u64 {
    regex_syntax::Parser::new().parse(pattern).map_or(0, |hir| of(&hir))
}

fn of(hir: &Hir) -> u64 {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => 0,
        HirKind::Literal(literal) => literal.0.len() as u64,
        HirKind::Class(_) => 1,
        HirKind::Repetition(again) => {
            let times = again.max.unwrap_or_else(|| again.min.saturating_add(1));
            of(&again.sub).saturating_mul(u64::from(times.max(1)))
        }
        HirKind::Capture(group) => of(&group.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().fold(0, |sum, part| sum.saturating_add(of(part)))
        }
    }
}

/// Whether a pattern of so many places may be looked for in so many bytes.
pub fn is_bearable(places: u64, bytes: usize) -> bool {
    places <= ALWAYS || places.saturating_mul(bytes as u64) <= MAX_STEPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_count_as_often_as_they_repeat() {
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
    fn what_people_look_for_is_bearable_and_what_takes_minutes_is_not() {
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
