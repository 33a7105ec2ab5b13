//! What in a text shows that a model spoke, and what about a text a fix must preserve: its language, its script, and
//! the pairing of its marks.

use wenfang_text::{SpeechKind, count, speech, traditional_share};

use crate::rules::MARK_PAIRS;

wenfang_text::words! {
    const OPENERS = "mending/openers";
    const MARKUP = "mending/markup";
    const LINE_MARKS = "mending/line_marks";
}

/// The shortest run of the instruction, in characters, that counts as quoted. Twelve characters hardly ever occur
/// twice by chance, as in `assist::checks::same`.
const MIN_QUOTED: usize = 12;

/// Returns the words that belong to an answer of a model, if `after` has any that `before` has not.
pub(super) fn model_mark(before: &str, after: &str, instruction: &str) -> Option<String> {
    let is_new = |words: &&str| !before.contains(*words);
    let opener = OPENERS.into_iter().filter(is_new).find(|words| after.trim_start().starts_with(words));
    let markup = || MARKUP.into_iter().filter(is_new).find(|words| after.contains(words));
    let line_mark = || {
        let starts = |text: &str, mark: &str| text.lines().any(|line| line.trim_start().starts_with(mark));
        LINE_MARKS.into_iter().find(|mark| starts(after, mark) && !starts(before, mark))
    };
    let known = opener.or_else(markup).or_else(line_mark).map(str::to_owned);
    known.or_else(|| stand_in(before, after)).or_else(|| quoted_instruction(before, after, instruction))
}

/// Returns a stand-in for a masked name that is not in `before`: 〔人9〕, 〔P1·2〕.
fn stand_in(before: &str, after: &str) -> Option<String> {
    let brackets = after.split('〔').skip(1).filter_map(|rest| rest.split_once('〕')).map(|(inner, _)| inner);
    let stand_ins = brackets.filter(|inner| {
        let mut chars = inner.chars();
        chars.next().is_some_and(|kind| "人地众数PLGD".contains(kind))
            && chars.next().is_some_and(|digit| digit.is_ascii_digit())
            && chars.all(|c| c.is_ascii_digit() || c == '·')
    });
    let mut marks = stand_ins.map(|inner| format!("〔{inner}〕"));
    marks.find(|mark| !before.contains(mark.as_str()))
}

/// Returns words of the instruction that were copied into the text.
fn quoted_instruction(before: &str, after: &str, instruction: &str) -> Option<String> {
    let chars: Vec<char> = instruction.chars().collect();
    let runs = chars.windows(MIN_QUOTED).map(|run| run.iter().collect::<String>());
    runs.filter(|run| !run.contains('\n')).find(|run| after.contains(run) && !before.contains(run))
}

/// Whether `after` is in another language than `before`; false if either is too short to know.
pub(super) fn has_other_language(before: &str, after: &str) -> bool {
    matches!((main_script(before), main_script(after)), (Some(before), Some(after)) if before != after)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MainScript {
    Han,
    /// Han with kana.
    Kana,
    Hangul,
    Words,
}

/// The script of most of a text; `None` if it has under ten characters or words, or no clear majority.
fn main_script(text: &str) -> Option<MainScript> {
    const MIN_UNITS: usize = 10;
    /// As in `text::guess_language`.
    const MIN_SHARE: f64 = 0.7;
    /// The least share of kana in Japanese, as in `text::guess_language`.
    const MIN_KANA: f64 = 0.05;
    let counts = count(text);
    let cjk = counts.han + counts.kana;
    let all = cjk + counts.hangul + counts.words;
    let is_main = |part: usize| all >= MIN_UNITS && part as f64 >= MIN_SHARE * all as f64;
    if is_main(cjk) {
        let is_japanese = counts.kana as f64 >= MIN_KANA * cjk as f64;
        Some(if is_japanese { MainScript::Kana } else { MainScript::Han })
    } else if is_main(counts.hangul) {
        Some(MainScript::Hangul)
    } else {
        is_main(counts.words).then_some(MainScript::Words)
    }
}

/// Whether `after` has turned from simplified to traditional characters, or the other way round.
pub(super) fn has_other_script(before: &str, after: &str) -> bool {
    // Simplified prose is near 0 and traditional prose above 0.7; a change of 0.5 is beyond either's spread.
    const MIN_CHANGE: f64 = 0.5;
    let (before, after) = (traditional_share(before), traditional_share(after));
    matches!((before, after), (Some(before), Some(after)) if (before - after).abs() >= MIN_CHANGE)
}

/// Whether more marks are unpaired in `after` than in `before`.
pub(super) fn breaks_pairs(before: &str, after: &str) -> bool {
    let speech_is_worse = unpaired_speeches(after) > unpaired_speeches(before);
    let is_worse = |(opener, closer): &(char, char)| {
        let surplus = |text: &str| count_of(text, *opener).abs_diff(count_of(text, *closer));
        surplus(after) > surplus(before)
    };
    let has_odd_quotes = |text: &str| count_of(text, '"') % 2 == 1;
    // ’ is also an apostrophe; speeches know which is which.
    let pairs = MARK_PAIRS.iter().filter(|(_, closer)| *closer != '’');
    speech_is_worse || pairs.into_iter().any(is_worse) || has_odd_quotes(after) && !has_odd_quotes(before)
}

fn unpaired_speeches(text: &str) -> usize {
    let speeches = speech(text);
    speeches.iter().filter(|one| matches!(one.kind, SpeechKind::Unclosed | SpeechKind::Unopened)).count()
}

fn count_of(text: &str, mark: char) -> usize {
    text.chars().filter(|c| *c == mark).count()
}
