//! Names in 红楼梦: forty characters as lore entries, and their mentions.

use std::collections::{BTreeMap, HashSet};

use anyhow::Result;
use serde_json::{Value, json};
use wenfang_story::SceneId;
use wenfang_tests::corpus;
use wenfang_tests::kit::{TestProject, scenes};
use wenfang_text::Lexicon;

use crate::{ask, list, number, save, words};

#[expect(dead_code, reason = "names are given to entries one by one here")]
#[path = "../../../crates/text/tests/names/characters.rs"]
mod characters;

/// The imported novel with its characters in the lore; each name belongs to one entry.
struct Known {
    novel: TestProject,
    scenes: Vec<SceneId>,
    /// The names of each entry; the first entry has the id 1.
    names: Vec<Vec<&'static str>>,
}

impl Known {
    async fn new() -> Result<Option<Self>> {
        let Some(bytes) = corpus::bytes(corpus::HONGLOUMENG) else { return Ok(None) };
        let novel = TestProject::new().await?;
        let source = novel.folder().join("红楼梦.txt");
        std::fs::write(&source, bytes)?;
        ask(&novel.project, "project.import", json!({ "source": source })).await?;
        let scenes = scenes(&novel.project).await?;
        let mut taken = HashSet::new();
        let names: Vec<Vec<&str>> = characters::CHARACTERS
            .iter()
            .map(|names| names.iter().copied().filter(|name| taken.insert(*name)).collect())
            .collect();
        for names in &names {
            let request = json!({ "title": names[0], "aliases": names[1..], "kind": "character" });
            ask(&novel.project, "lore.save", request).await?;
        }
        Ok(Some(Self { novel, scenes, names }))
    }

    fn lexicon(&self) -> Lexicon {
        let pairs = (1..).zip(&self.names);
        Lexicon::new(pairs.flat_map(|(entry, names)| names.iter().map(move |name| (entry, *name))))
    }

    async fn ask(&self, command: &str, request: Value) -> Result<Value> {
        ask(&self.novel.project, command, request).await
    }

    /// Entry, total and scenes, as the project reports them.
    async fn counts(&self) -> Result<Vec<(i64, usize, usize)>> {
        let counts = self.ask("mentions.counts", json!({})).await?;
        let count = |value: &Value| usize::try_from(number(value)).unwrap();
        let row = |entry: &Value| (number(&entry["entry"]), count(&entry["total"]), count(&entry["scenes"]));
        Ok(list(&counts["counts"]).iter().map(row).collect())
    }

    /// The same, counted in the current texts.
    async fn counted(&self, of: &[SceneId]) -> Result<Vec<(i64, usize, usize)>> {
        let lexicon = self.lexicon();
        let mut counted: BTreeMap<i64, (usize, usize)> =
            (1..).zip(&self.names).map(|(entry, _)| (entry, (0, 0))).collect();
        for scene in of {
            for (entry, count) in lexicon.count_by_owner(&words(&self.novel.project, *scene).await?) {
                let (total, scenes) = counted.get_mut(&i64::from(entry)).unwrap();
                *total += count;
                *scenes += 1;
            }
        }
        Ok(counted.into_iter().map(|(entry, (total, scenes))| (entry, total, scenes)).collect())
    }

    async fn casts(&self) -> Result<Vec<Value>> {
        let mut casts = Vec::new();
        for scene in &self.scenes {
            casts.push(self.ask("mentions.cast", json!({ "scene": scene })).await?);
        }
        Ok(casts)
    }

    async fn reopen(self) -> Result<Self> {
        Ok(Self { novel: self.novel.reopen().await?, ..self })
    }
}

#[tokio::test]
async fn totals_match_the_texts_after_every_change() -> Result<()> {
    let Some(known) = Known::new().await? else { return Ok(()) };
    let whole = known.counts().await?;
    assert_eq!(whole, known.counted(&known.scenes).await?);
    assert!(whole[0].1 > 3_000, "宝玉 stands {} times", whole[0].1);
    let casts = known.casts().await?;

    // After one scene is saved, its answer is rebuilt, and no other.
    let scene = known.scenes[40];
    let text = words(&known.novel.project, scene).await?;
    save(&known.novel.project, scene, &format!("妙玉来了，刘姥姥也来了。\n{text}")).await?;
    let saved = known.counts().await?;
    assert_eq!(saved, known.counted(&known.scenes).await?);
    assert_ne!(saved, whole);
    let changed: Vec<usize> = known
        .casts()
        .await?
        .iter()
        .zip(&casts)
        .enumerate()
        .filter(|(_, (a, b))| a != b)
        .map(|(at, _)| at)
        .collect();
    assert_eq!(changed, [40]);

    // A draft counts, because the author sees it.
    let draft = json!({ "scene": scene, "base": 2, "text": "只有妙玉。" });
    known.ask("scene.save_draft", draft).await?;
    let drafted = known.counts().await?;
    assert_eq!(drafted, known.counted(&known.scenes).await?);
    assert_ne!(drafted, saved);
    let cast = known.ask("mentions.cast", json!({ "scene": scene })).await?;
    assert_eq!(list(&cast["cast"]).len(), 1);
    assert_eq!(
        (&cast["cast"][0]["title"], &cast["cast"][0]["first"]),
        (&json!("妙玉"), &json!({ "start": 2, "end": 4 }))
    );

    // The incrementally updated result equals a fresh one.
    let known = known.reopen().await?;
    assert_eq!(known.counts().await?, drafted);
    Ok(())
}

#[tokio::test]
async fn mentions_follow_added_removed_and_restored_names() -> Result<()> {
    let Some(mut known) = Known::new().await? else { return Ok(()) };
    let before = known.counts().await?;
    let checkpoint = known.ask("checkpoint.create", json!({ "name": "初稿" })).await?["id"].clone();

    // A name is added, removed, replaced; an entry is removed.
    let aliases: Vec<&str> = known.names[0][1..].iter().copied().filter(|name| *name != "二爷").collect();
    known.ask("lore.save", json!({ "entry": 1, "aliases": aliases })).await?;
    known.names[0].retain(|name| *name != "二爷");
    known.names[7].push("二爷");
    known.ask("lore.save", json!({ "entry": 8, "aliases": known.names[7][1..] })).await?;
    let renamed = known.counts().await?;
    assert_eq!(renamed, known.counted(&known.scenes).await?);
    assert!(renamed[0].1 < before[0].1 && renamed[7].1 > before[7].1);
    known.ask("lore.remove", json!({ "entries": [40] })).await?;
    assert_eq!(known.counts().await?, renamed[..39]);

    known.ask("checkpoint.restore", json!({ "checkpoint": checkpoint, "canon": "lore" })).await?;
    assert_eq!(known.counts().await?, before);
    let known = known.reopen().await?;
    assert_eq!(known.counts().await?, before);
    Ok(())
}

#[tokio::test]
async fn binned_scenes_do_not_count_and_moves_reorder_mentions() -> Result<()> {
    let Some(known) = Known::new().await? else { return Ok(()) };
    let before = known.ask("mentions.counts", json!({})).await?;
    let first = number(&before["counts"][14]["first"]);
    assert_eq!(before["counts"][14]["title"], "晴雯");
    let hits = known.ask("mentions.of", json!({ "entry": 15, "limit": 1 })).await?;
    let chapter = hits["hits"][0]["chapter"].clone();
    known.ask("manuscript.bin", json!({ "part": { "chapter": chapter } })).await?;
    let standing = scenes(&known.novel.project).await?;
    assert_eq!(standing.len(), known.scenes.len() - 1);
    assert_eq!(known.counts().await?, known.counted(&standing).await?);
    let found = known.ask("mentions.of", json!({ "entry": 15, "limit": 5000 })).await?;
    assert!(list(&found["hits"]).iter().all(|hit| number(&hit["scene"]) != first));
    assert_eq!(number(&found["total"]), i64::try_from(list(&found["hits"]).len())?);

    known.ask("manuscript.move", json!({ "part": { "chapter": chapter }, "at": 119 })).await?;
    let moved = known.ask("mentions.counts", json!({})).await?;
    assert_eq!(moved["counts"][14]["total"], before["counts"][14]["total"]);
    assert_eq!(number(&moved["counts"][14]["last"]), first);
    Ok(())
}

#[tokio::test]
async fn mentions_are_listed_in_reading_order_with_context() -> Result<()> {
    let Some(known) = Known::new().await? else { return Ok(()) };
    let found = known.ask("mentions.of", json!({ "entry": 2, "limit": 50 })).await?;
    assert_eq!(list(&found["hits"]).len(), 50);
    assert_eq!(found["names"][0]["name"], "黛玉");
    let by_name: i64 = list(&found["names"]).iter().map(|name| number(&name["count"])).sum();
    assert_eq!(by_name, number(&found["total"]));
    let mut last = (0, 0);
    for hit in list(&found["hits"]) {
        let scene = SceneId::from(number(&hit["scene"]));
        let at = known.scenes.iter().position(|known| *known == scene).unwrap();
        let text = words(&known.novel.project, scene).await?;
        let (start, end) = (number(&hit["range"]["start"]), number(&hit["range"]["end"]));
        let there: String =
            text.chars().skip(usize::try_from(start)?).take(usize::try_from(end - start)?).collect();
        assert!(known.names[1].contains(&there.as_str()), "{there}");
        assert_eq!(hit["excerpt"]["found"], json!(there));
        assert!(last <= (at, start));
        last = (at, start);
    }
    let names = known.ask("mentions.names", json!({})).await?;
    let all: usize = known.names.iter().map(Vec::len).sum();
    assert_eq!((list(&names["named"]).len(), list(&names["names"]).len()), (40, all));
    Ok(())
}

#[tokio::test]
async fn unknown_names_are_hinted_until_the_author_rejects_them() -> Result<()> {
    let Some(known) = Known::new().await? else { return Ok(()) };
    let hints = async || -> Result<Vec<String>> {
        let found = known.ask("mentions.hints", json!({ "limit": 100 })).await?;
        Ok(list(&found["hints"]).iter().map(|hint| hint["name"].as_str().unwrap().to_owned()).collect())
    };
    let first = hints().await?;
    assert!(!first.is_empty());
    let names: HashSet<&str> = known.names.iter().flatten().copied().collect();
    assert!(first.iter().all(|hint| !names.contains(hint.as_str())));
    known.ask("mentions.ignore", json!({ "names": [first[0]] })).await?;
    known.ask("lore.save", json!({ "title": first[1] })).await?;
    let now = hints().await?;
    assert!(!now.contains(&first[0]) && !now.contains(&first[1]));
    assert_eq!(known.ask("mentions.ignored", json!({})).await?["names"], json!([first[0]]));
    Ok(())
}
