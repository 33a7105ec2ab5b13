mod script;
mod speed;
mod walk;

use super::*;
use crate::canon::StoryOrder;

fn order(json: &str) -> StoryOrder {
    StoryOrder::new(&serde_json::from_str(json).unwrap())
}

fn entity(id: i64, name: &str, aliases: &[&str]) -> (EntityId, EntityRecord) {
    let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
    (id.into(), EntityRecord { name: name.to_owned(), aliases, ..Default::default() })
}

fn asserted(from: Option<i64>, to: Option<i64>, modality: Modality) -> Assertion {
    Assertion {
        valid_from: from.map(Into::into),
        valid_to: to.map(Into::into),
        modality,
        ..Default::default()
    }
}

fn relation(id: i64, ends: (i64, i64), assertion: Assertion) -> (crate::RelationId, RelationRecord) {
    let (from, to) = (ends.0.into(), ends.1.into());
    (id.into(), RelationRecord { from, to, kind: "识得".to_owned(), assertion })
}

fn fact(id: i64, subject: i64, object: FactObject, assertion: Assertion) -> (crate::FactId, FactRecord) {
    (id.into(), FactRecord { subject: subject.into(), predicate: "持有".to_owned(), object, assertion })
}

#[test]
fn a_name_finds_all_its_bearers() {
    let entities =
        vec![entity(3, "阿砚", &[]), entity(1, "沈砚", &["阿砚", " 沈公子 "]), entity(2, "沈砚", &["沈砚"])];
    let graph = Graph::new(entities, Vec::new(), Vec::new());
    assert_eq!(graph.find("沈砚"), [1.into(), 2.into()]);
    assert_eq!(graph.find(" 阿砚"), [3.into(), 1.into()]);
    assert_eq!(graph.find("沈公子"), [1.into()]);
    assert!(graph.find("沈").is_empty() && graph.find("").is_empty());
}

#[test]
fn two_hops_reach_neighbours_of_neighbours_with_all_edges() {
    let always = || asserted(None, None, Modality::Narrated);
    let people = (1..=5).map(|id| entity(id, &format!("甲{id}"), &[])).collect();
    // 1 – 2 – 4, 1 – 3, 2 – 3, 4 – 5.
    let relations =
        vec![relation(1, (1, 2), always()), relation(2, (3, 1), always()), relation(3, (4, 5), always())];
    let facts = vec![
        fact(1, 4, FactObject::Entity(2.into()), always()),
        fact(2, 2, FactObject::Entity(3.into()), always()),
        fact(3, 2, FactObject::Text("玉佩".to_owned()), always()),
    ];
    let graph = Graph::new(people, relations, facts);
    let ask = |hops| {
        let found = graph.neighbours(
            1.into(),
            hops,
            &EdgeFilter { at: None, modalities: &Modality::ALL },
            &order("[]"),
        );
        let entities: Vec<(i64, u8)> =
            found.entities.iter().map(|near| (near.entity.get(), near.distance)).collect();
        (entities, found.edges)
    };
    let [r1, r2] = [1, 2].map(|id| Edge::Relation(id.into()));
    let [f1, f2] = [1, 2].map(|id| Edge::Fact(id.into()));
    assert_eq!(ask(Hops::One), (vec![(1, 0), (2, 1), (3, 1)], vec![r1, r2, f2]));
    assert_eq!(ask(Hops::Two), (vec![(1, 0), (2, 1), (3, 1), (4, 2)], vec![r1, r2, f1, f2]));
}

#[test]
fn an_edge_counts_only_in_its_scenes_and_modality() {
    let people = (1..=3).map(|id| entity(id, &format!("甲{id}"), &[])).collect();
    let relations = vec![
        relation(1, (1, 2), asserted(Some(2), Some(3), Modality::Narrated)),
        relation(2, (1, 3), asserted(Some(9), None, Modality::Narrated)),
        relation(3, (1, 3), asserted(None, None, Modality::Rumour)),
    ];
    let graph = Graph::new(people, relations, Vec::new());
    let order = order("[[1,[[1,[1,2,3]]]]]");
    let ask = |at: Option<i64>, modalities: &[Modality]| {
        let filter = EdgeFilter { at: at.map(Into::into), modalities };
        let near = graph.neighbours(1.into(), Hops::One, &filter, &order).entities;
        near.iter().map(|near| near.entity.get()).collect::<Vec<_>>()
    };
    assert_eq!(ask(Some(1), &[Modality::Narrated]), [1]);
    assert_eq!(ask(Some(2), &[Modality::Narrated]), [1, 2]);
    assert_eq!(ask(None, &[Modality::Narrated]), [1, 2], "a statement that begins in the bin holds nowhere");
    assert_eq!(ask(Some(3), &Modality::ALL), [1, 3]);
    assert_eq!(ask(Some(9), &Modality::ALL), [1], "nothing holds in the bin");
    assert_eq!(ask(Some(2), &[]), [1]);
}

#[test]
fn statements_about_unknown_entities_are_left_out() {
    let always = || asserted(None, None, Modality::Narrated);
    let relations = vec![relation(1, (1, 7), always()), relation(2, (1, 1), always())];
    let facts = vec![
        fact(1, 7, FactObject::Entity(1.into()), always()),
        fact(2, 1, FactObject::Entity(7.into()), always()),
    ];
    let graph = Graph::new(vec![entity(1, "甲", &[])], relations, facts);
    let order = order("[[1,[[1,[1]]]]]");
    let state = graph.state_as_of(1.into(), 1.into(), &order).unwrap();
    assert_eq!(state.narrated, CurrentStatements { relations: vec![2.into()], ..Default::default() });
    assert_eq!(graph.state_as_of(7.into(), 1.into(), &order), None);
    assert_eq!(graph.state_as_of(1.into(), 2.into(), &order), None);
}
