//! Characters and words doubled by mistake.
//!
//! Chinese doubles many words on purpose (慢慢, 看看, 黑漆漆, 商量商量). A doubling is reported only if the
//! book does not double these characters elsewhere and joins the neighbouring words with a single one.

use std::collections::HashSet;
use std::sync::LazyLock;

use wenfang_story::check::{Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;
use super::spelling::{MARK, Usage, codes, is_word};

wenfang_text::letters! {
    const FUNCTION_WORDS = "doubled/function_words";
    const STAMMERED = "doubled/stammered";
}

/// The minimum number of times the book joins the neighbouring words with a single character.
const MIN_JOINED: u32 = 2;
/// The additional number required for each time the book doubles the character on purpose.
const JOINED_PER_DOUBLING: u32 = 1;
/// The additional number required for each time it does so beside the same word.
const JOINED_PER_DOUBLING_HERE: u32 = 20;
/// The minimum uses of a function word that is never doubled, for a doubling to be an error.
const MIN_SINGLE_USES: u32 = 200;

wenfang_text::words! {
    const NEVER_DOUBLED = "doubled/never_doubled";
}

/// The minimum uses of a word of two characters, for a doubling to be an error.
const MIN_PAIR_USES: u32 = 5;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    if prepared.language != Language::Chinese {
        return Vec::new();
    }
    let usage = prepared.usage();
    let codes = codes(reading.chars.iter().copied());
    let singles =
        codes.windows(6).enumerate().filter(|(_, six)| is_single(usage, six)).map(|(at, _)| (at + 2, 1));
    let pairs =
        codes.windows(6).enumerate().filter(|(_, six)| is_pair(usage, six)).map(|(at, _)| (at + 1, 2));
    let mut twice: Vec<(usize, usize)> = singles.chain(pairs).collect();
    twice.sort_unstable();
    let found = twice.into_iter().filter(|(at, _)| !is_stammer(reading, *at)).map(|(at, len)| {
        let range = CharRange::new(at - 2, at - 2 + 2 * len);
        let once = reading.slice(CharRange::new(at - 2, at - 2 + len));
        Found::new(Rule::Doubled, Severity::Medium, reading.place(range))
            .values(once, reading.slice(range))
            .replaced_by(once)
            .with_confidence(0.8)
    });
    found.collect()
}

/// Whether the doubling is stammered in speech: 我我, 不不, 是是.
fn is_stammer(reading: &Reading<'_>, at: usize) -> bool {
    let at = at - 2;
    reading.is_speech(at) && reading.chars.get(at).is_some_and(|c| STAMMERED.contains(*c))
}

/// Whether the third of six characters, with two before and two after the pair, was doubled by mistake.
fn is_single(usage: &Usage, six: &[u32]) -> bool {
    let &[first, before, c, again, after, last] = six else { return false };
    if c != again || c == MARK {
        return false;
    }
    let is_plain = char::from_u32(c).is_some_and(|c| FUNCTION_WORDS.contains(c));
    // 小小巧巧, 的的确确 and 现在|在 are correct.
    let is_meant = is_word([c, c])
        || first == before && before != MARK
        || after == last && after != MARK
        || is_word([before, c]) && is_word([c, after]);
    let ends = is_word([before, c]) && is_plain && c != u32::from('了');
    let is_run = before == c || after == c;
    if is_run || is_meant || ends || before == MARK && after == MARK {
        return false;
    }
    let elsewhere = |gram: &[u32]| usage.count(gram).saturating_sub(1);
    let twice = elsewhere(&[c, c]);
    let twice_here = elsewhere(&[before, c, c]) + elsewhere(&[c, c, after]);
    let joined = usage.count(&[before, c, after]);
    // The more often the book doubles the character, the better it must know the single form.
    joined >= MIN_JOINED + JOINED_PER_DOUBLING * twice + JOINED_PER_DOUBLING_HERE * twice_here
        || is_plain && twice == 0 && joined > 0 && usage.count(&[c]) > MIN_SINGLE_USES
}

/// Whether the middle four of six characters are one word of two characters, doubled by mistake.
fn is_pair(usage: &Usage, six: &[u32]) -> bool {
    let &[before, a, b, a2, b2, after] = six else { return false };
    if [a, b] != [a2, b2] || a == b || a == MARK || b == MARK || [before, b] == [b, a] || after == a {
        return false;
    }
    let is_new = usage.count(&[b, a, b]) <= 1 && usage.count(&[a, b, a]) <= 1;
    let known = usage.count(&[a, b]).saturating_sub(2);
    let joined = usage.count(&[before, a, b]).min(usage.count(&[a, b, after])).saturating_sub(1);
    is_new && known >= MIN_PAIR_USES && joined >= MIN_JOINED && is_never_doubled([a, b])
}

/// Whether a word of two characters is never doubled, unlike verbs: 告诉告诉他.
fn is_never_doubled(pair: [u32; 2]) -> bool {
    static WORDS: LazyLock<HashSet<[u32; 2]>> = LazyLock::new(|| {
        let words = NEVER_DOUBLED.iter().filter_map(|word| {
            let mut codes = word.chars().map(u32::from);
            Some([codes.next()?, codes.next()?])
        });
        words.collect()
    });
    WORDS.contains(&pair)
}
