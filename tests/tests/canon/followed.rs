//! Comments follow the text as anchors of threads do, through a thousand random acts.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_studio::Project;
use wenfang_tests::kit::TestProject;
use wenfang_tests::rng::Rng;

use crate::{ask, list, novel, number};

const ACTS: usize = 1_000;
/// Each passage is a line of its own that occurs once.
const PASSAGES: usize = 24;

/// The line of a passage.
fn line(number: usize) -> String {
    let marks: String = format!("{number:02}")
        .chars()
        .map(|digit| "零一二三四五六七八九".chars().nth(digit as usize - 48).unwrap())
        .collect();
    format!("第{marks}号船在雾里靠岸，船家收起了缆绳。")
}

/// A novel with a thread anchor and a comment on each passage.
struct Followed {
    novel: TestProject,
    rng: Rng,
    /// The last split and merge, for their undo.
    joins: Vec<(&'static str, Value)>,
    checkpoints: Vec<i64>,
    fresh: usize,
}

impl Followed {
    async fn new(seed: u64) -> Result<Self> {
        let scenes: Vec<String> = (0..PASSAGES / 6)
            .map(|scene| {
                (scene * 6..scene * 6 + 6).map(|at| format!("{}\n隔了一会儿。\n", line(at))).collect()
            })
            .collect();
        let texts: Vec<&str> = scenes.iter().map(String::as_str).collect();
        let (novel, order) = novel(&texts).await?;
        for at in 0..PASSAGES {
            let passage = json!({ "scene": order[at / 6], "quote": line(at) });
            let thread = json!({ "title": line(at), "passage": passage });
            ask(&novel.project, "threads.save", thread).await?;
            ask(&novel.project, "comments.add", json!({ "passage": passage, "text": line(at) })).await?;
        }
        Ok(Self { novel, rng: Rng::new(seed), joins: Vec::new(), checkpoints: Vec::new(), fresh: 0 })
    }

    fn project(&self) -> &Project {
        &self.novel.project
    }

    /// The scenes of the book in order.
    async fn scenes(&self) -> Result<Vec<i64>> {
        let outline = ask(self.project(), "manuscript.outline", json!({})).await?;
        let chapters = outline["volumes"].as_array().into_iter().flatten().flat_map(|v| list(&v["chapters"]));
        Ok(chapters.flat_map(|chapter| list(&chapter["scenes"])).map(|scene| number(&scene["id"])).collect())
    }

    /// The working text of a scene, and the version it is based on.
    async fn working(&self, scene: i64) -> Result<(String, i64)> {
        let text = ask(self.project(), "scene.text", json!({ "scene": scene })).await?;
        let draft = &text["draft"];
        let (words, base) = if draft.is_null() {
            (&text["text"], &text["version"])
        } else {
            (&draft["text"], &draft["base"])
        };
        Ok((words.as_str().context("no text")?.to_owned(), number(base)))
    }

    /// A changed text: lines are added, dropped, moved or rewritten, and sometimes the line of a passage is.
    fn edited(&mut self, text: &str) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for _ in 0..self.rng.within(1..4) {
            let at = self.rng.within(0..lines.len() + 1);
            let is_passage = lines.get(at).is_some_and(|line| line.starts_with('第'));
            match self.rng.within(0..5) {
                0 | 1 => {
                    self.fresh += 1;
                    lines.insert(at, format!("新写的第{}行，风又大了。", self.fresh));
                }
                2 if at < lines.len() && !is_passage => drop(lines.remove(at)),
                3 if at < lines.len() && !is_passage => lines[at].push_str("又添了几个字。"),
                _ if at < lines.len() && self.rng.chance(1, 6) => drop(lines.remove(at)),
                _ => {}
            }
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The places of all passages in a text, as an editor would report them.
    async fn placed(&self, scene: i64, text: &str) -> Result<Value> {
        let mut placed = Vec::new();
        for (command, items, key, words) in [
            ("threads.in_scene", "anchors", "anchor", "title"),
            ("comments.in_scene", "comments", "comment", "text"),
        ] {
            let here = ask(self.project(), command, json!({ "scene": scene })).await?;
            for item in list(&here[items]) {
                let words = item[words].as_str().context("no words")?;
                let range = text.find(words).map(|byte| {
                    let start = text[..byte].chars().count();
                    json!({ "start": start, "end": start + words.chars().count() })
                });
                placed.push(json!({ key: item["id"], "range": range }));
            }
        }
        Ok(Value::Array(placed))
    }

    async fn edit(&mut self) -> Result<()> {
        let scenes = self.scenes().await?;
        let Some(&scene) = self.rng.pick(&scenes) else { return Ok(()) };
        let (before, base) = self.working(scene).await?;
        let text = self.edited(&before);
        let mut request = json!({ "scene": scene, "base": base, "text": text });
        if self.rng.chance(2, 3) {
            request["anchors"] = self.placed(scene, &text).await?;
        }
        let saves = self.rng.chance(1, 3);
        if saves {
            request["from_draft"] = json!(true);
        }
        ask(self.project(), if saves { "scene.save" } else { "scene.save_draft" }, request).await?;
        Ok(())
    }

    async fn split(&mut self) -> Result<()> {
        let scenes = self.scenes().await?;
        let Some(&scene) = self.rng.pick(&scenes) else { return Ok(()) };
        let (text, _) = self.working(scene).await?;
        let ends: Vec<usize> =
            text.chars().enumerate().filter(|(_, c)| *c == '\n').map(|(at, _)| at + 1).collect();
        let at = match self.rng.chance(1, 4) {
            // In the middle of a line, perhaps of a passage.
            true => self.rng.within(0..text.chars().count() + 1),
            false => self.rng.pick(&ends).copied().unwrap_or_default(),
        };
        let request = json!({ "scene": scene, "at": at });
        // A scene on an open branch is not split.
        if let Ok(split) = ask(self.project(), "scene.split", request).await {
            self.joins.push(("scene.undo_split", split));
        }
        Ok(())
    }

    async fn merge(&mut self) -> Result<()> {
        let scenes = self.scenes().await?;
        if scenes.len() < 3 {
            return Ok(());
        }
        let at = self.rng.within(0..scenes.len() - 1);
        let request = json!({ "scene": scenes[at], "with": scenes[at + 1] });
        if let Ok(merged) = ask(self.project(), "scene.merge", request).await {
            self.joins.push(("scene.undo_merge", merged));
        }
        Ok(())
    }

    async fn undo(&mut self) -> Result<()> {
        let Some((command, request)) = self.joins.pop() else { return Ok(()) };
        // A join may be impossible to undo by now; then nothing changes.
        let _ = ask(self.project(), command, request).await;
        Ok(())
    }

    async fn restore_version(&mut self) -> Result<()> {
        let scenes = self.scenes().await?;
        let Some(&scene) = self.rng.pick(&scenes) else { return Ok(()) };
        let history = ask(self.project(), "scene.history", json!({ "scene": scene })).await?;
        let versions = list(&history["versions"]).to_vec();
        let Some(version) = self.rng.pick(&versions) else { return Ok(()) };
        ask(self.project(), "scene.restore", json!({ "scene": scene, "version": version["version"] }))
            .await?;
        Ok(())
    }

    async fn checkpoint(&mut self) -> Result<()> {
        if self.checkpoints.len() < 3 || self.rng.chance(1, 2) {
            let made = ask(self.project(), "checkpoint.create", json!({ "name": "存档" })).await?;
            self.checkpoints.push(number(&made["id"]));
            return Ok(());
        }
        let Some(&checkpoint) = self.rng.pick(&self.checkpoints) else { return Ok(()) };
        ask(self.project(), "checkpoint.restore", json!({ "checkpoint": checkpoint })).await?;
        Ok(())
    }

    async fn branch(&mut self) -> Result<()> {
        let scenes = self.scenes().await?;
        let Some(&scene) = self.rng.pick(&scenes) else { return Ok(()) };
        let listed = ask(self.project(), "branch.list", json!({ "scene": scene })).await?;
        let branches = list(&listed["branches"]).to_vec();
        match self.rng.pick(&branches).filter(|_| self.rng.clone().chance(1, 2)) {
            Some(branch) => {
                let request = json!({ "scene": scene, "branch": branch["branch"] });
                ask(self.project(), "branch.open", request).await?;
            }
            None => {
                let (_, base) = self.working(scene).await?;
                ask(self.project(), "branch.create", json!({ "scene": scene, "from": base, "name": "另写" }))
                    .await?;
            }
        }
        Ok(())
    }

    async fn act(&mut self) -> Result<&'static str> {
        Ok(match self.rng.within(0..20) {
            0..=9 => ("edit", self.edit().await?).0,
            10 | 11 => ("split", self.split().await?).0,
            12 | 13 => ("merge", self.merge().await?).0,
            14 => ("undo", self.undo().await?).0,
            15 | 16 => ("restore", self.restore_version().await?).0,
            17 => ("checkpoint", self.checkpoint().await?).0,
            _ => ("branch", self.branch().await?).0,
        })
    }

    /// Where the items of a kind are in the book: by the words of their passage, the scene and the place in its text.
    async fn places(&self, (command, items, words): (&str, &str, &str)) -> Result<BTreeMap<String, Value>> {
        let mut places = BTreeMap::new();
        for scene in self.scenes().await? {
            let here = ask(self.project(), command, json!({ "scene": scene })).await?;
            for item in list(&here[items]) {
                let place =
                    json!([scene, item["version"], item["range"], item["quote"], item["gone"], item["now"]]);
                places.insert(item[words].as_str().context("no words")?.to_owned(), place);
            }
        }
        Ok(places)
    }

    /// Compares threads with comments, and both with the text. Returns how many passages are in the text of the
    /// scene that has their comment.
    async fn check(&self) -> Result<usize> {
        let threads = self.places(("threads.in_scene", "anchors", "title")).await?;
        let comments = self.places(("comments.in_scene", "comments", "text")).await?;
        assert_eq!(comments, threads);
        let mut found = 0;
        for (words, place) in &comments {
            let (text, _) = self.working(number(&place[0])).await?;
            let Some(byte) = text.find(words.as_str()) else { continue };
            if place[4] == true {
                // It was deleted in an editor; only an editor brings it back.
                continue;
            }
            let start = text[..byte].chars().count();
            let range = json!({ "start": start, "end": start + words.chars().count() });
            // A split in the middle of a passage left the comment with a part of its words.
            let is_whole = place[3] == json!(words);
            if is_whole {
                assert_eq!(place[5], range, "{words} in {text}");
                found += 1;
            }
        }
        Ok(found)
    }
}

#[tokio::test]
async fn comments_follow_a_thousand_random_acts() -> Result<()> {
    let mut followed = Followed::new(9).await?;
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = followed.check().await?;
    assert_eq!(found, PASSAGES);
    for act in 0..ACTS {
        let name = followed.act().await.with_context(|| format!("act {act}"))?;
        *seen.entry(name).or_default() += 1;
        found += followed.check().await.with_context(|| format!("act {act}: {name}"))?;
    }
    eprintln!("{seen:?}; {found} passages found in place");
    assert!(seen.values().all(|count| *count >= 20), "{seen:?}");
    assert!(found > ACTS, "hardly any passage was left: {found}");
    let doctor = ask(followed.project(), "project.doctor", json!({})).await?;
    assert_eq!(doctor["healthy"], true, "{doctor}");
    Ok(())
}
