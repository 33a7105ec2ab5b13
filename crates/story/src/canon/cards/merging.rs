//! Merges two cards. Nothing is lost: names become aliases, texts are joined, and relations and facts of either are
//! kept. Only where a card can have one value, and the two differ, one of them is chosen.

use serde::{Deserialize, Serialize};

use crate::EntityId;
use crate::canon::{EntityKind, EntityRecord, FactObject, FactRecord, LoreKind, LoreRecord, RelationRecord};
use crate::version::named;

named! {
    /// A field in which only one of two differing values can be kept.
    CardField "field of a card" {
        /// The name; the other name becomes an alias.
        Name = "name",
        Kind = "kind",
        /// The priority of its entry.
        Priority = "priority",
        /// Additional words that must be present for its entry to trigger.
        AndKeywords = "and_keywords",
    }
}

/// The fields in which two entries differ; empty if either is missing.
pub fn differing(into: Option<&LoreRecord>, from: Option<&LoreRecord>) -> Vec<CardField> {
    let (Some(into), Some(from)) = (into, from) else { return Vec::new() };
    let mut fields = Vec::new();
    if into.priority != from.priority {
        fields.push(CardField::Priority);
    }
    if into.and_keywords != from.and_keywords {
        fields.push(CardField::AndKeywords);
    }
    fields
}

/// Merges two entries. Texts, names and keywords of both are kept; the result is constant or locked if either is, and
/// disabled if both are. `from` decides the fields in `taken`; the caller sets the title and the kind. `None` if
/// there is no entry.
pub fn merged_lore(
    into: Option<&LoreRecord>,
    from: Option<&LoreRecord>,
    taken: &[CardField],
) -> Option<LoreRecord> {
    let (into, from) = match (into, from) {
        (Some(into), Some(from)) => (into, from),
        (one, other) => return one.or(other).cloned(),
    };
    let source_of = |field: CardField| if taken.contains(&field) { from } else { into };
    Some(LoreRecord {
        title: into.title.clone(),
        kind: into.kind,
        aliases: union(into.names().skip(1), from.names()),
        content: joined_text(&into.content, &from.content),
        secrets: joined_text(&into.secrets, &from.secrets),
        keywords: union(words(&into.keywords), words(&from.keywords)),
        and_keywords: source_of(CardField::AndKeywords).and_keywords.clone(),
        priority: source_of(CardField::Priority).priority,
        constant: into.constant || from.constant,
        locked: into.locked || from.locked,
        disabled: into.disabled && from.disabled,
        origin: into.origin.clone().or_else(|| from.origin.clone()),
    })
}

/// Merges two entities, with the names and descriptions of both; the caller sets the kind. `None` if there is no
/// entity.
pub fn merged_entity(into: Option<&EntityRecord>, from: Option<&EntityRecord>) -> Option<EntityRecord> {
    let (into, from) = match (into, from) {
        (Some(into), Some(from)) => (into, from),
        (one, other) => return one.or(other).cloned(),
    };
    Some(EntityRecord {
        name: into.name.clone(),
        kind: into.kind,
        aliases: union(into.names().skip(1), from.names()),
        description: joined_text(&into.description, &from.description),
        lore_entry: into.lore_entry.or(from.lore_entry),
    })
}

/// Renames a record; the previous name becomes an alias.
fn rename(name: &mut String, aliases: &mut Vec<String>, wanted: &str) {
    let before = std::mem::replace(name, wanted.to_owned());
    if before != wanted && !aliases.contains(&before) {
        aliases.insert(0, before);
    }
    aliases.retain(|alias| alias != wanted);
}

impl LoreRecord {
    /// Changes the title; the previous title becomes an alias.
    pub fn call(&mut self, title: &str) {
        rename(&mut self.title, &mut self.aliases, title);
    }
}

impl EntityRecord {
    /// Changes the name; the previous name becomes an alias.
    pub fn call(&mut self, name: &str) {
        rename(&mut self.name, &mut self.aliases, name);
    }
}

/// The kinds of the entry and of the entity for a card of this kind; `None` if `word` is not a kind.
pub fn kinds(word: &str) -> Option<(LoreKind, EntityKind)> {
    match (word.parse::<LoreKind>(), word.parse::<EntityKind>()) {
        (Ok(lore), Ok(entity)) => Some((lore, entity)),
        (Ok(lore), Err(_)) => Some((lore, lore.entity_kind())),
        (Err(_), Ok(entity)) => Some((entity.into(), entity)),
        (Err(_), Err(_)) => None,
    }
}

fn words(list: &[String]) -> impl Iterator<Item = &str> {
    list.iter().map(String::as_str)
}

/// The words of both, each once, in order.
fn union<'a>(one: impl Iterator<Item = &'a str>, other: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in one.chain(other) {
        if !all.iter().any(|known| known == word) {
            all.push(word.to_owned());
        }
    }
    all
}

/// Both texts, separated by a blank line; only one of them if the other adds nothing.
fn joined_text(into: &str, from: &str) -> String {
    match (into.trim().is_empty(), from.trim().is_empty()) {
        (_, true) => into.to_owned(),
        (true, _) => from.to_owned(),
        _ if into.contains(from) => into.to_owned(),
        _ => format!("{into}\n\n{from}"),
    }
}

/// The entity that is removed and the one that replaces it, with their names.
#[derive(Clone, Copy, Debug)]
pub struct Ends<'a> {
    /// The entity that stays.
    pub into: (EntityId, &'a str),
    /// The entity that is removed.
    pub from: (EntityId, &'a str),
}

impl Ends<'_> {
    fn resolve(&self, entity: EntityId) -> EntityId {
        if entity == self.from.0 { self.into.0 } else { entity }
    }

    fn name(&self, entity: EntityId) -> &str {
        if entity == self.from.0 { self.from.1 } else { self.into.1 }
    }
}

/// The form of a relation after its entities were merged.
#[derive(Clone, Debug, PartialEq)]
pub enum Restated {
    /// Still a relation.
    Relation(RelationRecord),
    /// A textual fact, because the relation was between the two merged entities.
    Fact(FactRecord),
}

/// Restates a relation of one of the two entities, or between them.
pub fn restated_relation(record: &RelationRecord, ends: &Ends<'_>) -> Restated {
    let (from, to) = (ends.resolve(record.from), ends.resolve(record.to));
    let assertion = record.assertion.clone();
    if from != to {
        return Restated::Relation(RelationRecord { from, to, kind: record.kind.clone(), assertion });
    }
    let object = FactObject::Text(ends.name(record.to).to_owned());
    Restated::Fact(FactRecord { subject: from, predicate: record.kind.clone(), object, assertion })
}

/// Restates a fact of one of the two entities; if its value is the other entity, the value becomes text.
pub fn restated_fact(record: &FactRecord, ends: &Ends<'_>) -> FactRecord {
    let subject = ends.resolve(record.subject);
    let object = match &record.object {
        FactObject::Entity(entity) if ends.resolve(*entity) == subject => {
            FactObject::Text(ends.name(*entity).to_owned())
        }
        FactObject::Entity(entity) => FactObject::Entity(ends.resolve(*entity)),
        FactObject::Text(text) => FactObject::Text(text.clone()),
    };
    FactRecord { subject, object, ..record.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canon::Assertion;

    fn lore(title: &str, change: impl FnOnce(&mut LoreRecord)) -> LoreRecord {
        let mut record = LoreRecord { title: title.to_owned(), ..LoreRecord::default() };
        change(&mut record);
        record
    }

    #[test]
    fn a_merged_entry_keeps_the_words_of_both() {
        let into = lore("黛玉", |entry| {
            entry.aliases = vec!["林姑娘".to_owned()];
            entry.content = "寄居贾府。".to_owned();
            entry.priority = 8;
            entry.disabled = true;
        });
        let from = lore("颦儿", |entry| {
            entry.aliases = vec!["林姑娘".to_owned(), "潇湘妃子".to_owned()];
            entry.content = "多愁。".to_owned();
            entry.secrets = "早逝".to_owned();
            entry.locked = true;
        });
        assert_eq!(differing(Some(&into), Some(&from)), [CardField::Priority]);
        let merged = merged_lore(Some(&into), Some(&from), &[]).unwrap();
        assert_eq!(merged.aliases, ["林姑娘", "颦儿", "潇湘妃子"]);
        assert_eq!((merged.content.as_str(), merged.secrets.as_str()), ("寄居贾府。\n\n多愁。", "早逝"));
        assert_eq!((merged.priority, merged.locked, merged.disabled), (8, true, false));
        let taken = merged_lore(Some(&into), Some(&from), &[CardField::Priority]).unwrap();
        assert_eq!(taken.priority, LoreRecord::USUAL_PRIORITY);
        assert_eq!(merged_lore(None, Some(&from), &[]), Some(from));
    }

    #[test]
    fn a_new_title_makes_the_old_one_an_alias() {
        let mut entry = lore("黛玉", |entry| entry.aliases = vec!["颦儿".to_owned()]);
        entry.call("颦儿");
        assert_eq!(
            (entry.title.as_str(), entry.aliases.as_slice()),
            ("颦儿", ["黛玉".to_owned()].as_slice())
        );
    }

    #[test]
    fn a_relation_between_merged_entities_becomes_a_fact() {
        let ends = Ends { into: (1.into(), "黛玉"), from: (2.into(), "颦儿") };
        let relation = |from: i64, to: i64| RelationRecord {
            from: from.into(),
            to: to.into(),
            kind: "表妹".to_owned(),
            assertion: Assertion::default(),
        };
        let Restated::Relation(moved) = restated_relation(&relation(2, 3), &ends) else {
            panic!("a relation")
        };
        assert_eq!((moved.from, moved.to), (1.into(), 3.into()));
        let Restated::Fact(fact) = restated_relation(&relation(1, 2), &ends) else { panic!("a fact") };
        assert_eq!((fact.subject, fact.object), (1.into(), FactObject::Text("颦儿".to_owned())));
    }

    #[test]
    fn kinds_of_entries_and_entities_correspond() {
        assert_eq!(kinds("concept"), Some((LoreKind::Concept, EntityKind::Item)));
        assert_eq!(kinds("thread"), Some((LoreKind::Concept, EntityKind::Thread)));
        assert_eq!(kinds("character"), Some((LoreKind::Character, EntityKind::Character)));
        assert_eq!(kinds("whale"), None);
    }
}
