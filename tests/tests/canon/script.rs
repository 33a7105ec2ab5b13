//! What holds at scene N, queried hundreds of times in a graph whose facts are written, ended and reopened and whose
//! scenes move, and compared with a model that is a plain list.

use std::collections::BTreeSet;

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_tests::kit::{TestProject, chapters, scenes};
use wenfang_tests::rng::Rng;

use crate::{ask, list, number};

const CHAPTERS: usize = 12;
const ACTS: usize = 160;
const QUESTIONS: usize = 4;
const PEOPLE: [&str; 3] = ["老周", "阿芷", "沈砚"];
const PREDICATES: [&str; 2] = ["住处", "身份"];
const VALUES: [&str; 4] = ["渡口", "县城", "船家", "逃兵"];
const MODALITIES: [&str; 3] = ["narrated", "rumour", "planned"];

/// A fact in the model.
#[derive(Clone, Debug)]
struct Fact {
    id: i64,
    subject: usize,
    predicate: &'static str,
    value: &'static str,
    modality: &'static str,
    from: Option<SceneId>,
    to: Option<SceneId>,
}

impl Fact {
    fn holds(&self, at: SceneId, order: &[SceneId]) -> bool {
        let rank = |scene: SceneId| order.iter().position(|known| *known == scene);
        let Some(at) = rank(at) else { return false };
        let begun = match self.from.map(rank) {
            None => true,
            Some(Some(from)) => from <= at,
            Some(None) => false,
        };
        begun && self.to.and_then(rank).is_none_or(|to| at < to)
    }

    /// Whether a new fact ends this one at its own beginning.
    fn is_replaced_by(&self, new: &Self, order: &[SceneId]) -> bool {
        self.subject == new.subject
            && self.predicate == new.predicate
            && self.modality == new.modality
            && self.value != new.value
            && new.from.is_some_and(|from| self.holds(from, order))
    }
}

fn one<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    *rng.pick(items).unwrap()
}

/// The answer: `predicate value modality`.
fn answers(state: &Value) -> BTreeSet<String> {
    let sides = [&state["narrated"]["facts"], &state["otherwise"]["facts"]];
    sides
        .into_iter()
        .flat_map(list)
        .map(|fact| {
            let word = |field: &str| fact[field].as_str().unwrap().to_owned();
            assert_eq!(fact["holds"], true, "{fact}");
            format!("{} {} {} {}", fact["id"], word("predicate"), word("object_name"), word("modality"))
        })
        .collect()
}

#[tokio::test]
async fn the_graph_agrees_with_the_model() -> Result<()> {
    let texts: Vec<(String, String)> =
        (1..=CHAPTERS).map(|n| (format!("第{n}章"), format!("第{n}场。"))).collect();
    let novel = TestProject::with_chapters(&texts).await?;
    let project = &novel.project;
    for name in PEOPLE {
        ask(project, "kg.save_entity", json!({ "name": name })).await?;
    }
    let mut rng = Rng::new(20_261_122);
    let mut facts: Vec<Fact> = Vec::new();
    let (mut asked, mut returned, mut ended) = (0, 0, 0);
    for _ in 0..ACTS {
        let order = scenes(project).await?;
        match rng.within(0..10) {
            0..5 => {
                let mut new = Fact {
                    id: 0,
                    subject: rng.within(0..PEOPLE.len()),
                    predicate: one(&mut rng, &PREDICATES),
                    value: one(&mut rng, &VALUES),
                    modality: one(&mut rng, &MODALITIES),
                    from: (!rng.chance(1, 4)).then(|| one(&mut rng, &order)),
                    to: rng.chance(1, 5).then(|| one(&mut rng, &order)),
                };
                let replaces = rng.chance(1, 2);
                let request = json!({
                    "subject": { "name": PEOPLE[new.subject] }, "predicate": new.predicate,
                    "object": { "text": new.value }, "modality": new.modality, "valid_from": new.from,
                    "valid_to": new.to, "replaces": replaces,
                });
                let saved = ask(project, "kg.save_fact", request).await?;
                new.id = number(&saved["fact"]);
                for old in facts.iter_mut().filter(|old| replaces && old.is_replaced_by(&new, &order)) {
                    old.to = new.from;
                    ended += 1;
                }
                facts.push(new);
            }
            5..7 if !facts.is_empty() => {
                let (at, scene) = (rng.within(0..facts.len()), one(&mut rng, &order));
                let request = json!({ "item": { "fact": facts[at].id }, "scene": scene });
                if facts[at].to.is_some() {
                    ask(project, "kg.reopen", request).await?;
                    let graph = ask(project, "kg.graph", json!({})).await?;
                    let id = list(&graph["facts"]).iter().map(|fact| number(&fact["fact"])).max().unwrap();
                    facts.push(Fact { id, from: Some(scene), to: None, ..facts[at].clone() });
                } else {
                    ask(project, "kg.end", request).await?;
                    facts[at].to = Some(scene);
                }
            }
            7..9 => {
                let all = chapters(project).await?;
                let part = json!({ "chapter": one(&mut rng, &all) });
                let at = rng.within(0..all.len());
                ask(project, "manuscript.move", json!({ "part": part, "at": at })).await?;
            }
            _ => {
                // One chapter is in the bin for a while.
                let bin = ask(project, "manuscript.list_bin", json!({})).await?;
                let binned = list(&bin["parts"]).iter().find_map(|part| part["chapter"].as_i64());
                match binned {
                    Some(chapter) => {
                        ask(project, "manuscript.move", json!({ "part": { "chapter": chapter } })).await?;
                    }
                    None => {
                        let all = chapters(project).await?;
                        let part = json!({ "chapter": one(&mut rng, &all) });
                        ask(project, "manuscript.bin", json!({ "part": part })).await?;
                    }
                }
            }
        }
        let order = scenes(project).await?;
        for _ in 0..QUESTIONS {
            let (subject, at) = (rng.within(0..PEOPLE.len()), one(&mut rng, &order));
            let state = ask(project, "kg.state", json!({ "entity": subject + 1, "at": at })).await?;
            let wanted: BTreeSet<String> = facts
                .iter()
                .filter(|fact| fact.subject == subject && fact.holds(at, &order))
                .map(|fact| format!("{} {} {} {}", fact.id, fact.predicate, fact.value, fact.modality))
                .collect();
            assert_eq!(answers(&state), wanted, "{} at {at}", PEOPLE[subject]);
            asked += 1;
            returned += wanted.len();
        }
    }
    eprintln!("{asked} questions, {returned} facts in the answers, {ended} ended by others");
    assert!(asked >= 200 && returned > asked && ended > 5);
    // The graph in memory equals a freshly loaded one.
    let last = *scenes(project).await?.last().unwrap();
    let request = json!({ "entity": 1, "at": last });
    let before = ask(project, "kg.state", request.clone()).await?;
    let novel = novel.reopen().await?;
    assert_eq!(ask(&novel.project, "kg.state", request).await?, before);
    Ok(())
}
