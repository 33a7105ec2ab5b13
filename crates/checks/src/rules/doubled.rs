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

/// Function words, which are not doubled on purpose outside speech.
const FUNCTION_WORDS: &str =
    "的了是在我你他她它不就也都和有这那与把被给到着过地得而但又从向对为以及将还很再便才之其所并";
/// The minimum number of times the book joins the neighbouring words with a single character.
const MIN_JOINED: u32 = 2;
/// The additional number required for each time the book doubles the character on purpose.
const JOINED_PER_DOUBLING: u32 = 1;
/// The additional number required for each time it does so beside the same word.
const JOINED_PER_DOUBLING_HERE: u32 = 20;
/// The minimum uses of a function word that is never doubled, for a doubling to be an error.
const MIN_SINGLE_USES: u32 = 200;
/// Words of two characters that are never doubled on purpose.
const NEVER_DOUBLED: &str = "我们 你们 他们 她们 它们 咱们 自己 什么 这个 那个 这里 那里 这样 那样 这些 那些 这么 那么 怎么 因为 所以 但是 \
    可是 然而 而且 于是 如果 虽然 不过 只是 就是 还是 或者 已经 没有 不是 时候 起来 出来 进来 下来 上来 过来 回来 过去 出去 下去 \
    之后 之前 以后 以前 如今 现在 今天 昨天 明天 今日 今儿 明儿 昨儿 一个 一面 一时 此时 那时 这时 忽然 突然 果然 自然 终于 \
    我的 你的 他的 她的 的人 了一 是一 在一 有一 说着 笑着 笑道 说道 问道 听了 见了 不知 不能 不敢 只得 只见 因此 如此 不曾 \
    未必 连忙 立刻 于此 关于 对于 由于 似乎 仿佛 大家 众人 姑娘 太太 老爷 奶奶 先生";
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
    reading.is_speech(at)
        && reading.chars.get(at).is_some_and(|c| "我你他她不没是好别快有来去走这那".contains(*c))
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
        let words = NEVER_DOUBLED.split(' ').filter_map(|word| {
            let mut codes = word.chars().map(u32::from);
            Some([codes.next()?, codes.next()?])
        });
        words.collect()
    });
    WORDS.contains(&pair)
}
