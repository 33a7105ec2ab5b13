//! Compares the graph with a simple reference: a walk through the book, scene by scene, that tracks what holds.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::{ChapterId, SceneId, VersionNo};
use wenfang_text::CharRange;

/// Scenes 1 to 9 in three chapters; some of the scenes are in the book.
type Book = Vec<(i64, Vec<i64>)>;

/// The ends, whether it is a relation, and the assertion.
type Statement = ((i64, i64), bool, Assertion);

fn book() -> impl Strategy<Value = Book> {
    let scenes = Just((1..=9).collect::<Vec<i64>>()).prop_shuffle();
    (scenes, 0..=9_usize, 0..=9_usize, 0..=9_usize).prop_map(|(scenes, a, b, used)| {
        let used = &scenes[..used];
        let (first, second) = (a.min(b).min(used.len()), a.max(b).min(used.len()));
        vec![(1, used[..first].to_vec()), (2, used[first..second].to_vec()), (3, used[second..].to_vec())]
    })
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let scene = || prop::option::of(1..=9_i64);
    let assertion = (scene(), scene(), scene(), 0..5_usize).prop_map(|(from, to, proof, modality)| {
        let proof = proof.map(|scene| Evidence {
            scene: scene.into(),
            version: VersionNo::FIRST,
            range: CharRange::new(0, 1),
            quote: "一".to_owned(),
        });
        Assertion { evidence: proof.into_iter().collect(), ..asserted(from, to, Modality::ALL[modality]) }
    });
    prop::collection::vec(((1..=7_i64, 1..=7_i64), any::<bool>(), assertion), 0..14)
}

/// The statements that hold in each scene, as indices into `statements`.
fn walk(scenes: &[i64], statements: &[Statement]) -> Vec<BTreeSet<usize>> {
    let (mut live, mut over) = (BTreeSet::new(), BTreeSet::new());
    for (at, (_, _, assertion)) in statements.iter().enumerate() {
        if assertion.valid_from.is_none() {
            live.insert(at);
        }
    }
    let mut by_scene = Vec::new();
    for &scene in scenes {
        for (at, (_, _, assertion)) in statements.iter().enumerate() {
            if assertion.valid_from == Some(SceneId::from(scene)) {
                live.insert(at);
            }
            if assertion.valid_to == Some(SceneId::from(scene)) {
                over.insert(at);
            }
        }
        by_scene.push(&live - &over);
    }
    by_scene
}

fn graph_of(statements: &[Statement]) -> Graph {
    let entities = (1..=7).map(|id| entity(id, &format!("甲{id}"), &[])).collect();
    let (mut relations, mut facts) = (Vec::new(), Vec::new());
    for (id, ((from, to), is_relation, assertion)) in (0..).zip(statements) {
        if *is_relation {
            relations.push(relation(id, (*from, *to), assertion.clone()));
        } else {
            facts.push(fact(id, *from, FactObject::Entity((*to).into()), assertion.clone()));
        }
    }
    facts.reverse();
    Graph::new(entities, relations, facts)
}

fn edge(at: usize, statement: &Statement) -> Edge {
    let id = i64::try_from(at).unwrap();
    if statement.1 { Edge::Relation(id.into()) } else { Edge::Fact(id.into()) }
}

fn order_of(book: &Book) -> StoryOrder {
    order(&format!("[[1,{}]]", serde_json::to_string(book).unwrap()))
}

proptest! {
    #[test]
    fn states_match_a_walk_through_the_book(book in book(), statements in statements()) {
        let (order, graph) = (order_of(&book), graph_of(&statements));
        let scenes: Vec<i64> = book.iter().flat_map(|(_, scenes)| scenes.clone()).collect();
        for (scene, live) in scenes.iter().zip(walk(&scenes, &statements)) {
            for one in 1..=7 {
                let state = graph.state_as_of(one.into(), (*scene).into(), &order).unwrap();
                for is_narrated in [true, false] {
                    let is_on_side = |(_, _, assertion): &Statement| (assertion.modality == Modality::Narrated) == is_narrated;
                    let on_side = || live.iter().filter(|at| is_on_side(&statements[**at]));
                    let with = |wanted: &dyn Fn(&Statement) -> bool| -> Vec<i64> {
                        on_side().filter(|at| wanted(&statements[**at])).map(|at| i64::try_from(*at).unwrap()).collect()
                    };
                    let side = if is_narrated { &state.narrated } else { &state.otherwise };
                    let facts: Vec<i64> = side.facts.iter().flat_map(|stated| &stated.facts).map(|id| id.get()).collect();
                    prop_assert_eq!(facts, with(&|statement| !statement.1 && statement.0.0 == one));
                    let object_of: Vec<i64> = side.object_of.iter().map(|id| id.get()).collect();
                    prop_assert_eq!(object_of, with(&|statement| !statement.1 && statement.0.1 == one && statement.0.0 != one));
                    let relations: Vec<i64> = side.relations.iter().map(|id| id.get()).collect();
                    prop_assert_eq!(relations, with(&|statement| statement.1 && (statement.0.0 == one || statement.0.1 == one)));
                }
            }
        }
    }

    #[test]
    fn neighbours_match_a_walk_through_the_book(book in book(), statements in statements(), start in 1..=8_i64) {
        let (order, graph) = (order_of(&book), graph_of(&statements));
        let scenes: Vec<i64> = book.iter().flat_map(|(_, scenes)| scenes.clone()).collect();
        let modalities = [Modality::Narrated, Modality::Dream];
        for (scene, live) in scenes.iter().zip(walk(&scenes, &statements)) {
            let live: Vec<usize> = live.into_iter().filter(|at| modalities.contains(&statements[*at].2.modality)).collect();
            for (hops, steps) in [(Hops::One, 1), (Hops::Two, 2)] {
                let filter = EdgeFilter { at: Some((*scene).into()), modalities: &modalities };
                let found = graph.neighbours(start.into(), hops, &filter, &order);
                let mut near = BTreeMap::from([(start, 0_u8)]);
                for step in 1..=steps {
                    for (from, to) in live.iter().map(|at| statements[*at].0) {
                        for (here, there) in [(from, to), (to, from)] {
                            if near.get(&here).is_some_and(|distance| *distance < step) {
                                near.entry(there).or_insert(step);
                            }
                        }
                    }
                }
                if start == 8 {
                    near.clear();
                }
                let mut wanted: Vec<(u8, i64)> = near.iter().map(|(id, distance)| (*distance, *id)).collect();
                wanted.sort_unstable();
                let entities: Vec<(u8, i64)> =
                    found.entities.iter().map(|near| (near.distance, near.entity.get())).collect();
                prop_assert_eq!(entities, wanted);
                let among = live.iter().filter(|at| near.contains_key(&statements[**at].0.0) && near.contains_key(&statements[**at].0.1));
                let edges: BTreeSet<Edge> = among.map(|at| edge(*at, &statements[*at])).collect();
                prop_assert_eq!(found.edges, edges.into_iter().collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn chains_match_a_walk_through_the_book(book in book(), statements in statements(), ends in [1..=8_i64, 1..=8_i64]) {
        let (order, graph) = (order_of(&book), graph_of(&statements));
        let scenes: Vec<i64> = book.iter().flat_map(|(_, scenes)| scenes.clone()).collect();
        for (scene, live) in scenes.iter().zip(walk(&scenes, &statements)) {
            let pairs: BTreeSet<(i64, i64)> = live.iter().map(|at| statements[*at].0).flat_map(|(a, b)| [(a, b), (b, a)]).collect();
            // All chains without repetition, one step longer each time, until one arrives.
            let mut chains: Vec<Vec<i64>> = vec![vec![ends[0]]];
            let mut wanted: BTreeSet<Vec<i64>> = BTreeSet::new();
            while wanted.is_empty() && !chains.is_empty() {
                let longer = |chain: &Vec<i64>| {
                    let steps = pairs.iter().filter(|(from, to)| chain.last() == Some(from) && !chain.contains(to));
                    steps.map(|(_, to)| [chain.as_slice(), &[*to]].concat()).collect::<Vec<_>>()
                };
                chains = chains.iter().flat_map(longer).collect();
                wanted = chains.iter().filter(|chain| chain.last() == Some(&ends[1])).cloned().collect();
            }
            let filter = EdgeFilter { at: Some((*scene).into()), modalities: &Modality::ALL };
            let found = graph.connection(ends.map(Into::into), &filter, &order, usize::MAX);
            let chains: Vec<Vec<i64>> =
                found.chains.iter().map(|chain| chain.entities.iter().map(|id| id.get()).collect()).collect();
            prop_assert_eq!(chains.len(), wanted.len(), "no chain twice");
            prop_assert_eq!(chains.iter().cloned().collect::<BTreeSet<_>>(), wanted);
            for chain in &found.chains {
                for (pair, step) in chain.entities.windows(2).zip(&chain.steps) {
                    let between = |at: &&usize| {
                        let (from, to) = statements[**at].0;
                        [(from, to), (to, from)].contains(&(pair[0].get(), pair[1].get()))
                    };
                    let edges: BTreeSet<Edge> = live.iter().filter(between).map(|at| edge(*at, &statements[*at])).collect();
                    prop_assert_eq!(step.clone(), edges.into_iter().collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn changes_match_a_walk_through_the_book(book in book(), statements in statements()) {
        let (order, graph) = (order_of(&book), graph_of(&statements));
        let scenes: Vec<i64> = book.iter().flat_map(|(_, scenes)| scenes.clone()).collect();
        let by_scene = walk(&scenes, &statements);
        let mut seen = BTreeSet::new();
        for (chapter, own) in &book {
            let (mut begun, mut ended, mut new) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
            for scene in own {
                let rank = scenes.iter().position(|one| one == scene).unwrap();
                for (at, statement) in statements.iter().enumerate() {
                    let here = by_scene[rank].contains(&at);
                    let before = if rank == 0 { statement.2.valid_from.is_none() && statement.2.valid_to != Some((*scene).into()) } else { by_scene[rank - 1].contains(&at) };
                    if here && !before {
                        begun.insert(edge(at, statement));
                    }
                    if before && !here {
                        ended.insert(edge(at, statement));
                    }
                    let proof = statement.2.evidence.iter().any(|proof| proof.scene.get() == *scene);
                    if statement.2.modality != Modality::Planned && (proof || statement.2.valid_from == Some((*scene).into())) {
                        new.extend([statement.0.0, statement.0.1].into_iter().filter(|one| !seen.contains(one)));
                    }
                }
            }
            seen.extend(new.iter().copied());
            let found = graph.changed_in(ChapterId::from(*chapter), &order);
            let edges = |relations: &[crate::RelationId], facts: &[crate::FactId]| -> Vec<Edge> {
                relations.iter().map(|id| Edge::Relation(*id)).chain(facts.iter().map(|id| Edge::Fact(*id))).collect()
            };
            prop_assert_eq!(edges(&found.relations_begun, &found.facts_begun), begun.into_iter().collect::<Vec<_>>());
            prop_assert_eq!(edges(&found.relations_ended, &found.facts_ended), ended.into_iter().collect::<Vec<_>>());
            prop_assert_eq!(found.entities, new.into_iter().map(EntityId::from).collect::<Vec<_>>());
        }
    }
}
