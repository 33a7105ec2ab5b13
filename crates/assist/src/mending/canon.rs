//! The canon that an issue contradicts: whether it changed since the issue was filed.

use serde::Serialize;
use serde_json::json;
use wenfang_story::check::Against;
use wenfang_story::mend::IssueRecord;
use wenfang_text::ContentHash;

use crate::checks::GatheredCanon;

/// SHA-256 of what the canon says of an item, in hex: its record, and for an entity its facts and relations too.
/// `None` if there is no such item.
pub(super) fn canon_hash(canon: &GatheredCanon, against: Against) -> Option<String> {
    let said = match against {
        Against::Bible(id) => said(&canon.bible, id),
        Against::Lore(id) => said(&canon.lore, id),
        Against::Relation(id) => said(&canon.relations, id),
        Against::Fact(id) => said(&canon.facts, id),
        Against::Event(id) => said(&canon.events, id),
        Against::Thread(id) => {
            canon.threads.iter().find(|(known, ..)| *known == id).map(|(_, record, _)| json!(record))
        }
        Against::Entity(id) => said(&canon.entities, id).map(|entity| {
            let facts = canon.facts.iter().filter(|(_, fact)| fact.subject == id);
            let relations = canon.relations.iter().filter(|(_, one)| one.from == id || one.to == id);
            json!([entity, facts.collect::<Vec<_>>(), relations.collect::<Vec<_>>()])
        }),
    };
    said.map(|said| ContentHash::of(said.to_string().as_bytes()).to_string())
}

fn said<Id: PartialEq, R: Serialize>(items: &[(Id, R)], id: Id) -> Option<serde_json::Value> {
    items.iter().find(|(known, _)| *known == id).map(|(_, record)| json!(record))
}

/// Whether the item that an issue contradicts changed since the issue was filed.
pub(super) fn has_changed(record: &IssueRecord, canon: &GatheredCanon) -> bool {
    let both = record.against.zip(record.canon_hash.as_ref());
    both.is_some_and(|(against, then)| canon_hash(canon, against).as_ref() != Some(then))
}
