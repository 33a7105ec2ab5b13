//! One story in three orders, with the scenes in which each fact holds, marked by hand.

use super::*;
use crate::{FactId, RelationId};

/// The three orders: as written, with scene 9 moved forward, with scenes 4 and 8 in the bin.
const TELLINGS: [&str; 3] = [
    "[[1,[[1,[1,2,3]],[2,[4,5,6]],[3,[7,8]],[4,[9,10,11,12]]]]]",
    "[[1,[[1,[1,2,9,3]],[2,[4,5,6]],[3,[7,8]],[4,[10,11,12]]]]]",
    "[[1,[[1,[1,2,3]],[2,[5,6]],[3,[7]],[4,[9,10,11,12]]]]]",
];

const SHEN: i64 = 1;
const LU: i64 = 2;
const SEAL: i64 = 3;
const ZHOU: i64 = 4;

use Modality::{Claimed, Dream, Narrated, Planned, Rumour};

/// Subject, predicate, object, modality, first scene, end scene, and one mark per scene of each order.
type Line = (i64, &'static str, &'static str, Modality, Option<i64>, Option<i64>, [&'static str; 3]);

#[rustfmt::skip]
const FACTS: [Line; 19] = [
    // A fact ends, another follows, and the first holds again in the same words.
    (SHEN, "住处", "青石镇", Narrated, None, Some(4), ["###.........", "####........", "##########"]),
    (SHEN, "住处", "京城", Narrated, Some(4), Some(9), ["...#####....", "............", ".........."]),
    (SHEN, "住处", "青石镇", Narrated, Some(9), None, ["........####", "..##########", "......####"]),
    (SHEN, "左臂", "断", Narrated, Some(6), None, [".....#######", "......######", "....######"]),
    (SHEN, "生死", "已死", Rumour, Some(5), Some(8), ["....###.....", ".....###....", "...#######"]),
    (SHEN, "生死", "已死", Claimed, Some(7), Some(7), ["............", "............", ".........."]),
    (LU, "身份", "捕快", Narrated, None, None, ["############", "############", "##########"]),
    (LU, "身份", "内应", Planned, Some(10), None, [".........###", ".........###", ".......###"]),
    // An item passes from owner to owner and back.
    (LU, "持有", "铁令", Narrated, Some(2), Some(5), [".###........", ".####.......", ".##......."]),
    (SHEN, "持有", "铁令", Narrated, Some(5), Some(8), ["....###.....", ".....###....", "...#######"]),
    (LU, "持有", "铁令", Narrated, Some(8), None, [".......#####", "........####", ".........."]),
    (SEAL, "下落", "井底", Dream, Some(3), Some(4), ["..#.........", "...#........", "..########"]),
    (SEAL, "颜色", "黑", Narrated, None, Some(12), ["###########.", "###########.", "#########."]),
    (SHEN, "心事", "复仇", Narrated, Some(1), Some(12), ["###########.", "###########.", "#########."]),
    // Ends before it begins, except in the second order.
    (SHEN, "伤势", "轻", Narrated, Some(9), Some(6), ["............", "..####......", ".........."]),
    (LU, "去向", "北境", Narrated, Some(8), Some(4), ["............", "............", ".........."]),
    (SHEN, "赏金", "百两", Claimed, Some(4), Some(8), ["...####.....", "....####....", ".........."]),
    (SHEN, "赏金", "百两", Narrated, Some(3), Some(8), ["..#####.....", "...#####....", "..########"]),
    (SHEN, "籍贯", "江州", Narrated, None, Some(1), ["............", "............", ".........."]),
];

#[rustfmt::skip]
const RELATIONS: [Line; 3] = [
    (SHEN, "徒弟", "老周", Narrated, None, Some(6), ["#####.......", "######......", "####......"]),
    (SHEN, "仇人", "陆芷", Narrated, Some(2), Some(7), [".#####......", ".######.....", ".####....."]),
    (LU, "未婚妻", "沈砚", Rumour, Some(9), Some(11), ["........##..", "..########..", "......##.."]),
];

fn graph() -> Graph {
    let entities = vec![
        entity(SHEN, "沈砚", &[]),
        entity(LU, "陆芷", &[]),
        entity(SEAL, "铁令", &[]),
        entity(ZHOU, "老周", &[]),
    ];
    let named = |name: &str| entities.iter().find(|(_, entity)| entity.name == name).map(|(id, _)| *id);
    let facts = (1..).zip(FACTS).map(|(id, (subject, predicate, object, modality, from, to, _))| {
        let object = named(object).map_or(FactObject::Text(object.to_owned()), FactObject::Entity);
        let (id, mut record) = fact(id, subject, object, asserted(from, to, modality));
        record.predicate = predicate.to_owned();
        (id, record)
    });
    let relations = (1..).zip(RELATIONS).map(|(id, (from, kind, to, modality, begins, ends, _))| {
        let to = named(to).unwrap().get();
        let (id, mut record) = relation(id, (from, to), asserted(begins, ends, modality));
        record.kind = kind.to_owned();
        (id, record)
    });
    let (facts, relations) = (facts.collect(), relations.collect());
    Graph::new(entities, relations, facts)
}

/// Where a state contains a fact: narrated, otherwise, or not at all.
fn place_of(state: &EntityState, predicate: &str, id: FactId) -> &'static str {
    let has = |standing: &CurrentStatements| {
        let stated = standing.facts.iter().filter(|stated| stated.facts.contains(&id));
        let predicates: Vec<&str> = stated.map(|stated| stated.predicate.as_str()).collect();
        assert!(predicates.is_empty() || predicates == [predicate]);
        !predicates.is_empty()
    };
    match (has(&state.narrated), has(&state.otherwise)) {
        (true, false) => "narrated",
        (false, true) => "otherwise",
        (false, false) => "absent",
        (true, true) => "both",
    }
}

/// The side that a mark of the script implies for a modality.
fn expected(mark: char, modality: Modality) -> &'static str {
    match (mark, modality) {
        ('#', Narrated) => "narrated",
        ('#', _) => "otherwise",
        _ => "absent",
    }
}

#[test]
fn states_match_the_script_in_every_scene_and_order() {
    let graph = graph();
    let mut questions = 0;
    for (telling, json) in TELLINGS.into_iter().enumerate() {
        let order = order(json);
        for (id, (subject, predicate, object, modality, _, _, bars)) in (1_i64..).zip(FACTS) {
            assert_eq!(bars[telling].len(), order.len());
            for (rank, mark) in bars[telling].chars().enumerate() {
                let scene = order.scene_at(rank).unwrap();
                let state = graph.state_as_of(subject.into(), scene, &order).unwrap();
                let found = place_of(&state, predicate, id.into());
                assert_eq!(
                    found,
                    expected(mark, modality),
                    "{predicate} {object}, scene {scene}, telling {telling}"
                );
                questions += 1;
            }
        }
        for (id, (from, kind, to, modality, _, _, bars)) in (1_i64..).zip(RELATIONS) {
            for (rank, mark) in bars[telling].chars().enumerate() {
                let scene = order.scene_at(rank).unwrap();
                for end in [from, graph.find(to)[0].get()] {
                    let state = graph.state_as_of(end.into(), scene, &order).unwrap();
                    let id = RelationId::from(id);
                    let found =
                        match [&state.narrated, &state.otherwise].map(|side| side.relations.contains(&id)) {
                            [true, false] => "narrated",
                            [false, true] => "otherwise",
                            _ => "absent",
                        };
                    assert_eq!(found, expected(mark, modality), "{kind}, scene {scene}, telling {telling}");
                    questions += 1;
                }
            }
        }
    }
    assert_eq!(questions, (19 + 2 * 3) * (12 + 12 + 10));
}

#[test]
fn an_item_knows_its_owner() {
    let (graph, order) = (graph(), order(TELLINGS[0]));
    let holder = |scene: i64| {
        let state = graph.state_as_of(SEAL.into(), scene.into(), &order).unwrap();
        let facts = state.narrated.object_of.iter().map(|id| graph.fact(*id).unwrap());
        facts.map(|fact| fact.subject.get()).collect::<Vec<_>>()
    };
    assert_eq!(
        [1, 2, 4, 5, 7, 8, 12].map(holder),
        [vec![], vec![LU], vec![LU], vec![SHEN], vec![SHEN], vec![LU], vec![LU]]
    );
}

#[test]
fn a_chapter_reports_its_changes() {
    let graph = graph();
    let ids = |ids: &[FactId]| ids.iter().map(|id| id.get()).collect::<Vec<_>>();
    let changed = |telling: usize, chapter: i64| graph.changed_in(chapter.into(), &order(TELLINGS[telling]));
    let second = changed(0, 2);
    assert_eq!(ids(&second.facts_begun), [2, 4, 5, 10, 17]);
    assert_eq!(ids(&second.facts_ended), [1, 9, 12]);
    assert_eq!((second.relations_begun, second.relations_ended), (vec![], vec![1.into()]));
    // With scenes 4 and 8 in the bin, nothing begins or ends there.
    let second = changed(2, 2);
    assert_eq!((ids(&second.facts_begun), ids(&second.facts_ended)), (vec![4, 5, 10], vec![9]));
    // 老周 is known only from before the book.
    assert_eq!(changed(0, 1).entities, [SHEN.into(), LU.into(), SEAL.into()]);
    assert!(changed(0, 4).entities.is_empty());
    assert_eq!(changed(0, 99), Changes::default());
}
