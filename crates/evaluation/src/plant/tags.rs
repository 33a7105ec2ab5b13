//! Overused dialogue tags, and exchanges without any.

use wenfang_text::{CharRange, SpeechKind, TextIndex, speech};

use super::{Change, Edit};
use crate::chance::Chance;
use crate::setting::Setting;
use wenfang_checks::rules::Language;

pub(super) fn tags(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let index = TextIndex::new(&source.text);
        let speeches: Vec<CharRange> = speech(&source.text)
            .into_iter()
            .filter(|speech| speech.kind == SpeechKind::Quoted && speech.inner.len() > 6)
            .map(|speech| speech.range)
            .collect();
        for at in 0..speeches.len() {
            if chance.percent(12) {
                changes.extend(overused_tags(setting.language, (scene, &index), &speeches[at..], chance));
            }
            if chance.percent(6) {
                changes.extend(untagged((scene, &index), &speeches[at..], chance));
            }
        }
    }
    changes
}

/// Gives the next four to seven speeches the same elaborate tag.
fn overused_tags(
    language: Language,
    (scene, index): (usize, &TextIndex<'_>),
    speeches: &[CharRange],
    chance: &mut Chance,
) -> Option<Change> {
    let wanted = 4 + chance.below(4);
    let run = speeches.get(..wanted)?;
    if run.last()?.end().get() - run.first()?.start().get() > 1_000 {
        return None;
    }
    let english = language == Language::English;
    let chinese = [
        "冷冷地说",
        "淡淡地道",
        "低声说道",
        "缓缓说道",
        "沉声道",
        "微微一笑，说",
        "轻声说",
        "笑眯眯地说",
        "咬牙切齿地说",
        "不耐烦地道",
    ];
    let latin = ["said softly", "replied coldly", "asked quickly", "whispered hoarsely", "cried wildly"];
    let tag = if english { chance.pick(&latin)? } else { chance.pick(&chinese)? };
    let edits = run.iter().map(|range| {
        let end = range.end().get();
        let last = index.slice(CharRange::new(end.saturating_sub(2), end));
        let words = match english {
            true => format!(" she {tag}."),
            false if last.starts_with(['。', '！', '？']) => format!("他{tag}。"),
            false => format!("他{tag}，"),
        };
        Edit { scene, range: CharRange::new(end, end), words, margin: (0, 0) }
    });
    Some(edits.collect())
}

/// Inserts an exchange of real speeches, one per paragraph, without naming a speaker.
fn untagged(
    (scene, index): (usize, &TextIndex<'_>),
    speeches: &[CharRange],
    chance: &mut Chance,
) -> Option<Change> {
    let wanted = 12 + chance.below(8);
    let lines = speeches.get(..wanted)?;
    let lines: Vec<&str> = lines.iter().map(|range| index.slice(*range)).collect();
    // Insert before the paragraph that contains the first speech.
    let start = speeches.first()?.start().get();
    let text = index.slice(CharRange::new(0, start));
    let line = text.rfind('\n').map_or(0, |byte| text[..=byte].chars().count());
    let words = format!("{}\n", lines.join("\n"));
    Some(vec![Edit { scene, range: CharRange::new(line, line), words, margin: (0, 1) }])
}
