//! Marks of other notations in a text: underscores around words, ruby without a bar, dots by an annotation.
//!
//! They become [marks](wenfang_text::marks) of Wenfang. A mark that cannot be told from prose stays as it is: a face of
//! underscores, the title of a book behind a Chinese word.

use crate::change::{ChangeLog, ChangeRule};
use crate::outline::Script;

/// The place of a scene in its source.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'t> {
    pub(crate) source: &'t str,
    /// A byte offset at or before the scene.
    pub(crate) from: usize,
    pub(crate) script: Script,
}

impl Origin<'_> {
    fn note(&self, log: &mut ChangeLog, rule: ChangeRule, sample: &str, dropped: usize) {
        // Only the first use has a place.
        let at = if log.has(rule) {
            usize::MAX
        } else {
            self.from + self.source.get(self.from..).and_then(|rest| rest.find(sample)).unwrap_or(0)
        };
        log.add(rule, at, dropped);
    }
}

/// Replaces marks of other notations in a scene by Wenfang's.
pub(crate) fn to_marks(scene: String, origin: Origin<'_>, log: &mut ChangeLog) -> String {
    let text = underscores(scene, origin, log);
    match origin.script {
        Script::Japanese => ruby(&dots(&text, origin, log), origin, log),
        Script::Chinese | Script::Latin => text,
    }
}

/// Italics between single underscores and bold between double ones, within a paragraph.
fn underscores(mut text: String, origin: Origin<'_>, log: &mut ChangeLog) -> String {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        for (open, close, length) in pairs(line) {
            origin.note(log, ChangeRule::Underscores, &line[open..close + length], 2 * length);
            found.extend([open, close].map(|at| start + at..start + at + length));
        }
        start += line.len() + 1;
    }
    for run in found {
        let stars = "*".repeat(run.len());
        text.replace_range(run, &stars);
    }
    text
}

/// The bytes of two runs of underscores that belong together, and their length.
pub(crate) fn pairs(line: &str) -> Vec<(usize, usize, usize)> {
    let mut pairs = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut at = 0;
    while let Some(found) = line[at..].find('_') {
        let start = at + found;
        let length = line[start..].bytes().take_while(|byte| *byte == b'_').count();
        at = start + length;
        let (before, after) = (line[..start].chars().next_back(), line[at..].chars().next());
        if length > 2 {
            open = None;
        } else if let Some((from, _)) = open.filter(|(_, of)| *of == length && closes(before, after)) {
            if !line[from..start].contains('*') {
                pairs.push((from, start, length));
            }
            open = None;
        } else if opens(before, after) {
            open = Some((start, length));
        }
    }
    pairs
}

fn opens(before: Option<char>, after: Option<char>) -> bool {
    before.is_none_or(|c| c.is_whitespace() || "“‘\"'(（[［「『《—–-…".contains(c))
        && after.is_some_and(|c| c.is_alphanumeric() || "“‘\"'「『…".contains(c))
}

fn closes(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(|c| c.is_alphanumeric() || ".,!?;:…—-”’\"')]。！？」』".contains(c))
        && after.is_none_or(|c| !c.is_alphanumeric())
}

/// Dots that an Aozora annotation puts beside the words before it.
fn dots(text: &str, origin: Origin<'_>, log: &mut ChangeLog) -> String {
    const OPEN: &str = "［＃「";
    const DOTTED: &str = "」に傍点］";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        // The next annotation ends the search, so that the work stays linear.
        let (word, note) = after.split_at(after.find(['「', '」', '《', '》', '\n']).unwrap_or(after.len()));
        match (before.strip_suffix(word), note.strip_prefix(DOTTED)) {
            (Some(words), Some(after_note)) if !word.is_empty() => {
                out.extend([words, "《《", word, "》》"]);
                let note = format!("{OPEN}{word}{DOTTED}");
                origin.note(log, ChangeRule::AozoraDots, &note, note.chars().count());
                rest = after_note;
            }
            _ => {
                out.extend([before, OPEN]);
                rest = after;
            }
        }
    }
    out + rest
}

/// The bar before the words of a ruby: Aozora and Japanese sites leave it out where the kind of letter shows the words.
fn ruby(text: &str, origin: Origin<'_>, log: &mut ChangeLog) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('《') {
        let opened = before.len() + '《'.len_utf8();
        if let Some(start) = base(before).filter(|_| is_read_in_kana(after)) {
            let bare = before[..start].strip_suffix('|');
            out.extend([bare.unwrap_or(&before[..start]), "｜", &rest[start..opened]]);
            origin.note(log, ChangeRule::RubyBar, &rest[start..opened], usize::from(bare.is_some()));
        } else {
            out.push_str(&rest[..opened]);
        }
        rest = after;
    }
    out + rest
}

/// Whether a reading in kana and its closing bracket follow.
fn is_read_in_kana(after: &str) -> bool {
    let is_kana = |c: char| matches!(c, 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' | '・' | 'ゝ' | 'ゞ');
    let behind = after.trim_start_matches(is_kana);
    behind.len() < after.len() && behind.starts_with('》')
}

/// The byte where the words of a ruby begin: behind a half-width bar, else the letters of one kind at the end of
/// `before`. `None` if there are none or they have a bar.
fn base(before: &str) -> Option<usize> {
    let line = before.rfind(['\n', '》', '｜', '|']).map_or("", |at| &before[at..]);
    if line.starts_with('｜') {
        return None;
    }
    if let Some(words) = line.strip_prefix('|').filter(|words| !words.is_empty()) {
        return Some(before.len() - words.len());
    }
    let kind = before.chars().next_back().and_then(kind)?;
    let start = before.char_indices().rev().take_while(|(_, c)| self::kind(*c) == Some(kind)).last();
    start.map(|(start, _)| start)
}

/// The kinds of letters that can have a reading without a bar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Kanji,
    Latin,
}

fn kind(c: char) -> Option<Kind> {
    match c {
        '々'
        | '〆'
        | '〇'
        | 'ヶ'
        | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => Some(Kind::Kanji),
        'A'..='Z' | 'a'..='z' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => Some(Kind::Latin),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(text: &str, script: Script) -> (String, usize) {
        let mut log = ChangeLog::default();
        let origin = Origin { source: text, from: 0, script };
        let scene = to_marks(text.to_owned(), origin, &mut log);
        let changes = log.into_changes(text);
        assert!(changes.iter().all(|change| change.first.get() < text.chars().count()));
        (scene, changes.iter().map(|change| change.count).sum())
    }

    #[test]
    fn words_between_underscores_are_italic() {
        let latin = |text| converted(text, Script::Latin);
        assert_eq!(latin("She said, _“Never!”_ and left."), ("She said, *“Never!”* and left.".into(), 1));
        assert_eq!(
            latin("_All of it, but_ Emma, _that is._"),
            ("*All of it, but* Emma, *that is.*".into(), 2)
        );
        assert_eq!(latin("(_Chap 34._) __Bold__ it"), ("(*Chap 34.*) **Bold** it".into(), 2));
    }

    #[test]
    fn underscores_that_are_no_marks_stay() {
        for text in [
            "a_b_c and snake_case_name",
            "（^_^）好（^_^）",
            "(>_<) T_T (>_<)",
            "m(_ _)m",
            "签名：____ 日期：____",
            "_left open",
            "_one\ntwo_",
            "_a *b c_ d*",
        ] {
            assert_eq!(converted(text, Script::Chinese), (text.to_owned(), 0));
        }
    }

    #[test]
    fn readings_get_a_bar_before_their_words() {
        let ja = |text| converted(text, Script::Japanese);
        assert_eq!(ja("その私《わたくし》は"), ("その｜私《わたくし》は".into(), 1));
        assert_eq!(ja("一人｜麦藁帽《むぎわらぼう》"), ("一人｜麦藁帽《むぎわらぼう》".into(), 0));
        assert_eq!(ja("あの|ソナタ《そなた》と"), ("あの｜ソナタ《そなた》と".into(), 1));
        assert_eq!(ja("Ｋ《ケー》は来《く》る"), ("｜Ｋ《ケー》は｜来《く》る".into(), 2));
        for text in
            ["※［＃「てへん＋劣」］《も》ぎ", "本《源氏物語》を", "《《点》》", "漢《かん", "ひら《かな》"]
        {
            assert_eq!(ja(text), (text.to_owned(), 0));
        }
        assert_eq!(converted("我看《ナルト》", Script::Chinese).1, 0);
    }

    #[test]
    fn annotated_dots_become_marks() {
        let ja = |text| converted(text, Script::Japanese);
        assert_eq!(ja("それはうそ［＃「うそ」に傍点］だ"), ("それは《《うそ》》だ".into(), 1));
        let other = "それは嘘《うそ》［＃「嘘」に傍線］だ";
        assert_eq!(ja(other), ("それは｜嘘《うそ》［＃「嘘」に傍線］だ".into(), 1));
    }
}
