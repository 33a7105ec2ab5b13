//! Text without marks.

use wenfang_interchange::{Manuscript, scene_break};
use wenfang_publish::ITEM;
use wenfang_text::marks::{MarkKind, Plain, marks};
use wenfang_text::{CanonicalText, NovelLanguage, TextIndex};

/// Returns a manuscript whose texts have no marks; their footnotes are in brackets. A chapter without a title has its
/// number, as in every other format for readers; `first` is the place of the first chapter in the book, from 0.
pub(super) fn unmarked(mut manuscript: Manuscript, first: usize, language: NovelLanguage) -> Manuscript {
    let chapters = manuscript.volumes.iter_mut().flat_map(|(_, chapters)| chapters);
    for (number, chapter) in (first + 1..).zip(chapters) {
        if chapter.title.is_empty() {
            chapter.title = number.to_string();
        }
        for scene in &mut chapter.scenes {
            scene.text = CanonicalText::new(words(&scene.printed(), language));
            scene.unprinted.clear();
        }
    }
    manuscript
}

fn words(text: &str, language: NovelLanguage) -> String {
    let plain = Plain::of(text);
    let (open, close) = match language {
        NovelLanguage::Zh => ("（注：", "）"),
        NovelLanguage::Ja => ("（※", "）"),
        NovelLanguage::En => (" [Note: ", "]"),
    };
    let index = TextIndex::new(plain.text());
    let mut out = String::with_capacity(text.len());
    let mut byte = 0;
    for note in plain.notes() {
        let at = index.byte_of(note.at);
        out.push_str(&plain.text()[byte..at]);
        out.extend([open, &note.text, close]);
        byte = at;
    }
    out.push_str(&plain.text()[byte..]);
    with_signs(text, &out, language)
}

/// Returns the `words` of a text with what readers see in place of marks that leave nothing else: the sign of a break
/// between empty lines, and the dot of an item.
fn with_signs(text: &str, words: &str, language: NovelLanguage) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_behind_break = false;
    for (marked, line) in text.split('\n').zip(words.split('\n')) {
        let marks = marks(marked);
        let has = |kind| marks.iter().any(|mark| mark.kind == kind);
        let is_break = has(MarkKind::Break);
        let is_apart = line.is_empty() && !is_break || lines.last().is_none_or(String::is_empty);
        if (is_break || is_behind_break) && !is_apart {
            lines.push(String::new());
        }
        lines.push(match (is_break, has(MarkKind::Item)) {
            (true, _) => scene_break(language).to_owned(),
            (false, true) => format!("{ITEM}{line}"),
            (false, false) => line.to_owned(),
        });
        is_behind_break = is_break;
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_keep_a_sign() {
        assert_eq!(words("雾。\n***\n晴。", NovelLanguage::Zh), "雾。\n\n＊＊＊\n\n晴。");
        assert_eq!(words("Fog.\n\n---\n\nSun.", NovelLanguage::En), "Fog.\n\n* * *\n\nSun.");
        assert_eq!(words("***\n雾。\n***", NovelLanguage::Zh), "＊＊＊\n\n雾。\n\n＊＊＊");
    }

    #[test]
    fn items_keep_a_sign() {
        assert_eq!(words("* 注：本章有*删节*。\n晴。", NovelLanguage::Zh), "• 注：本章有删节。\n晴。");
    }

    #[test]
    fn words_stay_and_footnotes_are_in_brackets() {
        let text = "他**想**｜饕餮《tāo tiè》^[怪*兽*]。\n《《绝不》》";
        assert_eq!(words(text, NovelLanguage::Zh), "他想饕餮（注：怪兽）。\n绝不");
        assert_eq!(words("A *b*^[c].", NovelLanguage::En), "A b [Note: c].");
    }
}
