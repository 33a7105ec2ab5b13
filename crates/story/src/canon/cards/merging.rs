//! What two cards make together. Nothing is lost: names become aliases, texts are joined, what was said of the one is said of
//! the other. Only of what a card has once, and both have differently, one is taken.

use serde::{Deserialize, Serialize};

use crate::EntityId;
use crate::canon::{EntityKind, EntityRecord, FactObject, FactRecord, LoreKind, LoreRecord, RelationRecord};
use crate::version::named;

named! {
    /// What a card has once, so that one of two must be taken.
    CardField "field of a card" {
        /// What it is called; the other name becomes an alias.
        Name = "name",
        /// What it is.
        Kind = "kind",
        /// How much its entry weighs.
        Priority = "priority",
        /// Words that must be there too before its entry is brought up.
        AndKeywords = "and_keywords",
    }
}

/// The fields of two entries that differ; none where one of them is not there.
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

/// The entry of two cards: texts, names and keywords of both, always on or locked where either is, set aside where both are.
/// `taken` are the fields that `from` decides; the title and the kind are the caller's to set. None where neither has one.
pub fn merged_lore(
    into: Option<&LoreRecord>,
    from: Option<&LoreRecord>,
    taken: &[CardField],
) -> Option<LoreRecord> {
    let (into, from) = match (into, from) {
        (Some(into), Some(from)) => (into, from),
        (one, other) => return one.or(other).cloned(),
    };
    let takes = |field: CardField| if taken.contains(&field) { from } else { into };
    Some(LoreRecord {
        title: into.title.clone(),
        kind: into.kind,
        aliases: together(into.names().skip(1), from.names()),
        content: joined_text(&into.content, &from.content),
        secrets: joined_text(&into.secrets, &from.secrets),
        keywords: together(words(&into.keywords), words(&from.keywords)),
        and_keywords: takes(CardField::AndKeywords).and_keywords.clone(),
        priority: takes(CardField::Priority).priority,
        constant: into.constant || from.constant,
        locked: into.locked || from.locked,
        disabled: into.disabled && from.disabled,
        origin: into.origin.clone().or_else(|| from.origin.clone()),
    })
}

/// The entity of two cards, with the names and the words of both; the kind is the caller's to set. None where neither has one.
pub fn merged_entity(into: Option<&EntityRecord>, from: Option<&EntityRecord>) -> Option<EntityRecord> {
    let (into, from) = match (into, from) {
        (Some(into), Some(from)) => (into, from),
        (one, other) => return one.or(other).cloned(),
    };
    Some(EntityRecord {
        name: into.name.clone(),
        kind: into.kind,
        aliases: together(into.names().skip(1), from.names()),
        description: joined_text(&into.description, &from.description),
        lore_entry: into.lore_entry.or(from.lore_entry),
    })
}

/// Sets what a record is called: its name before becomes an alias.
fn call(name: &mut String, aliases: &mut Vec<String>, wanted: &str) {
    let before = std::mem::replace(name, wanted.to_owned());
    if before != wanted && !aliases.contains(&before) {
        aliases.insert(0, before);
    }
    aliases.retain(|alias| alias != wanted);
}

impl LoreRecord {
    /// Gives it another title; the one before becomes an alias.
    pub fn call(&mut self, title: &str) {
        call(&mut self.title, &mut self.aliases, title);
    }
}

impl EntityRecord {
    /// Gives it another name; the one before becomes an alias.
    pub fn call(&mut self, name: &str) {
        call(&mut self.name, &mut self.aliases, name);
    }
}

/// The kinds of the entry and of the entity of a card of this kind; `None` for a word that is no kind.
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

/// Each once, in order.
fn together<'a>(one: impl Iterator<Item = &'a str>, other: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in one.chain(other) {
        if !all.iter().any(|known| known == word) {
            all.push(word.to_owned());
        }
    }
    all
}

/// Both texts, the one under the other; one of them where the other says nothing more.
fn joined_text(into: &str, from: &str) -> String {
    match (into.trim().is_empty(), from.trim().is_empty()) {
        (_, true) => into.to_owned(),
        (true, _) => from.to_owned(),
        _ if into.contains(from) => into.to_owned(),
        _ => format!("{into}\n\n{from}"),
    }
}

/// The entity that goes and the one that stands for it, with what each was called.
#[derive(Clone, Copy, Debug)]
pub struct Ends<'a> {
    /// The one that stays.
    pub into: (EntityId, &'a str),
    /// The one that goes.
    pub from: (EntityId, &'a str),
}

impl Ends<'_> {
    fn of(&self, entity: EntityId) -> EntityId {
        if entity == self.from.0 { self.into.0 } else { entity }
    }

    fn name(&self, entity: EntityId) -> &str {
        if entity == self.from.0 { self.from.1 } else { self.into.1 }
    }
}

/// What a relation is once two entities are one.
#[derive(Clone, Debug, PartialEq)]
pub enum Restated {
    /// A relation still.
    Relation(RelationRecord),
    /// It was between the two: a fact in words about the one, as a relation leads from one entity to another.
    Fact(FactRecord),
}

/// A relation of one of the two, or of both.
pub fn restated_relation(record: &RelationRecord, ends: &Ends<'_>) -> Restated {
    let (from, to) = (ends.of(record.from), ends.of(record.to));
    let assertion = record.assertion.clone();
    if from != to {
        return Restated::Relation(RelationRecord { from, to, kind: record.kind.clone(), assertion });
    }
    let object = FactObject::Text(ends.name(record.to).to_owned());
    Restated::Fact(FactRecord { subject: from, predicate: record.kind.clone(), object, assertion })
}

/// A fact of one of the two, or of both; one whose value is the other becomes a fact in words.
pub fn restated_fact(record: &FactRecord, ends: &Ends<'_>) -> FactRecord {
    let subject = ends.of(record.subject);
    let object = match &record.object {
        FactObject::Entity(entity) if ends.of(*entity) == subject => {
            FactObject::Text(ends.name(*entity).to_owned())
        }
        FactObject::Entity(entity) => FactObject::Entity(ends.of(*entity)),
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
    fn an_entry_keeps_the_words_of_both() {
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
    fn another_title_leaves_the_first_as_an_alias() {
        let mut entry = lore("黛玉", |entry| entry.aliases = vec!["颦儿".to_owned()]);
        entry.call("颦儿");
        assert_eq!(
            (entry.title.as_str(), entry.aliases.as_slice()),
            ("颦儿", ["黛玉".to_owned()].as_slice())
        );
    }

    #[test]
    fn a_relation_between_the_two_becomes_a_fact() {
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
    fn kinds_of_entries_and_entities_answer_each_other() {
        assert_eq!(kinds("concept"), Some((LoreKind::Concept, EntityKind::Item)));
        assert_eq!(kinds("thread"), Some((LoreKind::Concept, EntityKind::Thread)));
        assert_eq!(kinds("character"), Some((LoreKind::Character, EntityKind::Character)));
        assert_eq!(kinds("whale"), None);
    }
}
