//! Requests for cards and hints.

use serde_json::{Value, json};
use wenfang_studio::Error;

use super::{Request, read, write};
use crate::args::cards::{Cards, Hints, MergeCards};

/// Parses a card argument: `entry:3`, `entity:5`, or a name.
fn key(card: &str) -> Value {
    let numbered = |kind: &str| card.strip_prefix(kind)?.parse::<i64>().ok();
    match (numbered("entry:"), numbered("entity:")) {
        (Some(entry), _) => json!({ "entry": entry }),
        (_, Some(entity)) => json!({ "entity": entity }),
        _ => json!({ "name": card }),
    }
}

pub(super) fn cards(cards: &Cards) -> Request<'_> {
    match cards {
        Cards::List { of, mentions: true } => read(&of.file, "cards.list_mentioned", json!({})),
        Cards::List { of, .. } => read(&of.file, "cards.list", json!({})),
        Cards::Show { file, card } => read(file, "cards.get", key(card)),
        Cards::Merge(MergeCards { file, from, into, take, dry_run }) => {
            let request = json!({ "into": key(into), "from": key(from), "take": take });
            write(file, if *dry_run { "cards.preview_merge" } else { "cards.merge" }, request)
        }
        Cards::Undo { file, act } => write(file, "cards.undo", json!({ "act": act })),
    }
}

pub(super) fn hints(hints: &Hints) -> Result<Request<'_>, Error> {
    Ok(match hints {
        Hints::List { file, limit } => read(file, "mentions.hints", json!({ "limit": limit })),
        Hints::Accept { file, all: true, kind, .. } => write(file, "cards.enter", json!({ "found": kind })),
        Hints::Accept { names, alias, .. } if names.len() > 1 && !alias.is_empty() => {
            return Err(Error::bad_request(
                "aliases need a single name",
                "Nothing was changed. Give one name with its aliases.",
            ));
        }
        Hints::Accept { file, names, kind, alias, .. } => {
            let card = |name: &String| json!({ "name": name, "kind": kind, "aliases": alias });
            write(file, "cards.enter", json!({ "cards": names.iter().map(card).collect::<Vec<_>>() }))
        }
        Hints::Reject { file, names } => write(file, "cards.enter", json!({ "not_names": names })),
    })
}
