//! Cards, one per named thing: joins lore entries and entities, lists the people of a bible, and merges two cards.

mod merging;
mod people;

use std::collections::HashMap;

use super::{EntityRecord, LoreRecord};
use crate::{EntityId, LoreEntryId};

pub use merging::{
    CardField, Ends, Restated, differing, kinds, merged_entity, merged_lore, restated_fact, restated_relation,
};
pub use people::bible_people;

/// A lore entry, an entity, or both, as indices into the lists they came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    pub entry: Option<usize>,
    pub entity: Option<usize>,
}

/// Joins entries and entities that are the same thing: an entry is joined with the first entity that refers to it;
/// failing that, with the entity of the same name, if no other entry and no other free entity has that name. Entries
/// come first, in order, then the remaining entities.
pub fn joined(entries: &[(LoreEntryId, LoreRecord)], entities: &[(EntityId, EntityRecord)]) -> Vec<Joined> {
    let places: HashMap<LoreEntryId, usize> =
        entries.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
    let mut entity_of: Vec<Option<usize>> = vec![None; entries.len()];
    let mut free: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut alone: Vec<usize> = Vec::new();
    for (at, (_, record)) in entities.iter().enumerate() {
        let refers_to = record.lore_entry.and_then(|entry| places.get(&entry));
        match refers_to.and_then(|entry| entity_of.get_mut(*entry)) {
            Some(place @ None) => *place = Some(at),
            Some(Some(_)) => alone.push(at),
            None => {
                free.entry(&record.name).or_default().push(at);
                alone.push(at);
            }
        }
    }
    let mut titled: HashMap<&str, usize> = HashMap::new();
    for (_, record) in entries {
        *titled.entry(&record.title).or_default() += 1;
    }
    for ((_, record), place) in entries.iter().zip(&mut entity_of) {
        let is_only = titled.get(record.title.as_str()) == Some(&1);
        if let (None, true, Some([at])) =
            (*place, is_only, free.get(record.title.as_str()).map(Vec::as_slice))
        {
            *place = Some(*at);
            alone.retain(|other| other != at);
        }
    }
    let with_entry = entity_of.into_iter().enumerate().map(|(at, entity)| Joined { entry: Some(at), entity });
    with_entry.chain(alone.into_iter().map(|at| Joined { entry: None, entity: Some(at) })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: i64, title: &str) -> (LoreEntryId, LoreRecord) {
        (id.into(), LoreRecord { title: title.to_owned(), ..LoreRecord::default() })
    }

    fn entity(id: i64, name: &str, lore_entry: Option<i64>) -> (EntityId, EntityRecord) {
        let lore_entry = lore_entry.map(LoreEntryId::from);
        (id.into(), EntityRecord { name: name.to_owned(), lore_entry, ..EntityRecord::default() })
    }

    fn pairs(
        entries: &[(LoreEntryId, LoreRecord)],
        entities: &[(EntityId, EntityRecord)],
    ) -> Vec<(i64, i64)> {
        let id = |at: Option<usize>| at.map_or(-1, |at| at as i64);
        joined(entries, entities).iter().map(|joined| (id(joined.entry), id(joined.entity))).collect()
    }

    #[test]
    fn a_reference_takes_precedence_over_a_name() {
        let entries = [entry(1, "宝玉"), entry(2, "黛玉")];
        let entities = [entity(1, "宝玉", None), entity(2, "宝二爷", Some(1)), entity(3, "黛玉", None)];
        assert_eq!(pairs(&entries, &entities), [(0, 1), (1, 2), (-1, 0)]);
    }

    #[test]
    fn ambiguous_names_are_not_joined() {
        let twice = [entry(1, "阿香"), entry(2, "阿香")];
        assert_eq!(pairs(&twice, &[entity(1, "阿香", None)]), [(0, -1), (1, -1), (-1, 0)]);
        let free = [entity(1, "阿香", None), entity(2, "阿香", None)];
        assert_eq!(pairs(&[entry(1, "阿香")], &free), [(0, -1), (-1, 0), (-1, 1)]);
    }

    #[test]
    fn surplus_and_orphaned_entities_are_not_joined() {
        let entities = [entity(1, "甲", Some(1)), entity(2, "乙", Some(1)), entity(3, "丙", Some(9))];
        assert_eq!(pairs(&[entry(1, "甲")], &entities), [(0, 0), (-1, 1), (-1, 2)]);
    }
}
