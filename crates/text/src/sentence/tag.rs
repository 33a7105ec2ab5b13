//! Dialogue tags: 他问, 陆远低声说道, John asked.

use super::word::is_abbreviated;

/// A tag names its verb within this many characters (five times as many in Latin); otherwise it is a sentence of its
/// own.
const MAX_TAG_LEN: usize = 24;

/// A Chinese verb of speech.
struct Verb {
    verb: &'static str,
    /// Characters that form another word with a following verb (知道, 小说).
    not_after: &'static str,
}

const fn verb(verb: &'static str, not_after: &'static str) -> Verb {
    Verb { verb, not_after }
}

/// Verbs of speech in both scripts.
const VERBS: [Verb; 49] = [
    verb("说", "小传听据学解"),
    verb("說", "小傳聽據學解"),
    verb("道", "知街难難味霸通轨軌隧一门門国國人频頻河柔公车車铁鐵管跑赤大小地弯彎"),
    verb("问", "学疑访顾"),
    verb("問", "學疑訪顧"),
    verb("回答", ""),
    verb("答", "报報回"),
    verb("喊", ""),
    verb("叫", "名"),
    verb("嚷", ""),
    verb("吼", ""),
    verb("骂", ""),
    verb("罵", ""),
    verb("叹", "惊可"),
    verb("嘆", "驚可"),
    verb("劝", ""),
    verb("勸", ""),
    verb("催", ""),
    verb("哼", ""),
    verb("嘀咕", ""),
    verb("嘟囔", ""),
    verb("嘟哝", ""),
    verb("咕哝", ""),
    verb("低语", ""),
    verb("低語", ""),
    verb("喃喃", ""),
    verb("呢喃", ""),
    verb("自语", ""),
    verb("自語", ""),
    verb("开口", ""),
    verb("開口", ""),
    verb("解释", ""),
    verb("解釋", ""),
    verb("补充", ""),
    verb("補充", ""),
    verb("吩咐", ""),
    verb("命令", ""),
    verb("抱怨", ""),
    verb("反驳", ""),
    verb("反駁", ""),
    verb("惊呼", ""),
    verb("驚呼", ""),
    verb("答应", ""),
    verb("答應", ""),
    verb("应声", ""),
    verb("應聲", ""),
    verb("插嘴", ""),
    verb("打断", ""),
    verb("打斷", ""),
];

/// What must follow a Chinese verb of speech, if anything does: an aspect mark, 道, or the person spoken to. (说法 and
/// 问题 are other words.)
const AFTER_VERB: &str = "着著了过過道完罢罷毕畢起出得我你您他她它咱俺一";

/// Negations directly before a verb: 她没有说话 is not a tag.
const DENIALS: &str = "没沒不未无無别別";

/// Phrases for no one speaking.
const NO_ONE: [&str; 6] = ["没人", "没有人", "无人", "沒人", "沒有人", "無人"];

/// English verbs of speech, in the forms used in tags.
const ENGLISH: [&str; 34] = [
    "said",
    "says",
    "asked",
    "asks",
    "replied",
    "answered",
    "cried",
    "shouted",
    "yelled",
    "screamed",
    "whispered",
    "murmured",
    "muttered",
    "mumbled",
    "exclaimed",
    "returned",
    "continued",
    "added",
    "observed",
    "remarked",
    "repeated",
    "inquired",
    "enquired",
    "demanded",
    "called",
    "snapped",
    "growled",
    "sighed",
    "gasped",
    "insisted",
    "agreed",
    "admitted",
    "declared",
    "rejoined",
];

/// Whether `rest`, the text of a line after a closing quote, begins with a tag for that quote.
pub(super) fn follows_as_tag(rest: &[char]) -> bool {
    if rest.first().is_some_and(char::is_ascii_alphabetic) {
        is_english_tag(rest)
    } else {
        is_chinese_tag(rest)
    }
}

fn is_chinese_tag(rest: &[char]) -> bool {
    let ends = |c: &char| !c.is_alphanumeric() && !matches!(c, '·' | '、');
    let Some(length) = rest
        .iter()
        .take(MAX_TAG_LEN + 1)
        .position(ends)
        .or((rest.len() <= MAX_TAG_LEN).then_some(rest.len()))
    else {
        return false;
    };
    let clause = &rest[..length];
    let text: String = clause.iter().collect();
    if NO_ONE.iter().any(|no_one| text.contains(no_one)) {
        return false;
    }
    (0..clause.len()).any(|at| VERBS.iter().any(|verb| is_verb_at(verb, clause, at)))
}

fn is_verb_at(verb: &Verb, clause: &[char], at: usize) -> bool {
    let mut after = clause[at..].iter();
    if !verb.verb.chars().all(|c| after.next() == Some(&c)) {
        return false;
    }
    let before = &clause[at.saturating_sub(2)..at];
    after.next().is_none_or(|&c| AFTER_VERB.contains(c))
        && before.last().is_none_or(|&c| !verb.not_after.contains(c))
        && !before.iter().any(|&c| DENIALS.contains(c))
}

fn is_english_tag(rest: &[char]) -> bool {
    let ends = |at: usize| match rest[at] {
        '.' => !is_abbreviated(rest, at),
        c => !(c.is_alphanumeric() || c == ' ' || c == '-' || c == '’' || c == '\''),
    };
    let limit = rest.len().min(5 * MAX_TAG_LEN);
    let length = (0..limit).find(|&at| ends(at)).unwrap_or(limit);
    let clause: String = rest[..length].iter().collect();
    clause.split(' ').take(6).any(|word| ENGLISH.contains(&word))
}
