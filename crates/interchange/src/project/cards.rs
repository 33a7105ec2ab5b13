//! Cards as lore entries.

use wenfang_documents::{Card, CardKind};
use wenfang_story::canon::{LoreKind, LoreRecord};

use super::about::Words;

/// The lore entries of cards. Notes are entries that no word triggers, so that a model never gets them unasked.
pub(super) fn records(cards: Vec<Card>, words: &Words) -> Vec<LoreRecord> {
    cards
        .into_iter()
        .filter(|card| !card.name.trim().is_empty() || !card.text.is_empty())
        .map(|card| record(card, words))
        .collect()
}

fn record(card: Card, words: &Words) -> LoreRecord {
    let tags = words.line(words.label, &card.tags);
    let parts = [card.text.trim(), tags.as_str()];
    let content = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    let title = match card.name.trim() {
        "" => words.notes.to_owned(),
        name => name.to_owned(),
    };
    let mut aliases: Vec<String> = Vec::new();
    for alias in card.aliases {
        if alias != title && !aliases.contains(&alias) {
            aliases.push(alias);
        }
    }
    LoreRecord {
        title,
        kind: match card.kind {
            CardKind::Character => LoreKind::Character,
            CardKind::Place => LoreKind::Location,
            CardKind::Item => LoreKind::Item,
            CardKind::Note => LoreKind::Concept,
        },
        aliases,
        content,
        disabled: card.kind == CardKind::Note,
        ..LoreRecord::default()
    }
}
