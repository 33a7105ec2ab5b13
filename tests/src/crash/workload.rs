//! Simulates an author's day in a project, deterministic for a seed: drafts, saves, branches, checkpoints, restores,
//! moves, the bin, splits and merges, imports, compaction, idle periods.
//!
//! Every act is one call through the studio's command list, as from a window, and one transaction.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use wenfang_project::{Project, parts, retention};
use wenfang_story::{Author, ChapterId, ChapterRecord, ProjectRecord, SceneId, SceneRecord, VolumeRecord};
use wenfang_studio::commands::call_on as call;
use wenfang_text::CanonicalText;
use wenfang_versions as versions;

use super::state::{State, state, texts};
use crate::kit::{self, TestClock};
use crate::rng::Rng;

const SENTENCES: [&str; 12] = [
    "渡口的风从午后就没有停过。",
    "船家把缆绳绕了三圈，又解开一圈。",
    "「再等一等，」他说，「人还没有到齐。」",
    "陆远把伞收起来，水顺着伞骨往下淌。",
    "对岸的灯一盏一盏亮了，像有人在数。",
    "她没有回头，只把包袱换到另一只手上。",
    "石阶第七级缺了一角，是去年发水时冲掉的。",
    "茶棚里有人咳嗽，咳完了又笑。",
    "信只有两行，第二行被雨洇开了。",
    "「你认得这个字么？」「认得，是个归字。」",
    "天黑下来以后，江面反而亮了一些。",
    "那一夜谁也没有睡着，谁也没有说破。",
];

/// The kinds of acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Save,
    Automatic,
    Draft,
    Stale,
    Branch,
    Adopt,
    Checkpoint,
    Restore,
    RestoreScene,
    Move,
    Bin,
    Unbin,
    Import,
    Split,
    Merge,
    Renumber,
    Label,
    Compact,
    Tidy,
}

const IN_TURN: [Kind; 19] = [
    Kind::Checkpoint,
    Kind::Import,
    Kind::Branch,
    Kind::Tidy,
    Kind::Split,
    Kind::Move,
    Kind::Bin,
    Kind::Restore,
    Kind::Renumber,
    Kind::Compact,
    Kind::Stale,
    Kind::Merge,
    Kind::Adopt,
    Kind::Checkpoint,
    Kind::Unbin,
    Kind::RestoreScene,
    Kind::Label,
    Kind::Tidy,
    Kind::Import,
];

/// Creates a small project as the starting point of a day: two volumes, four chapters, seven scenes. Closes it and
/// returns its path.
///
/// # Errors
/// Errors of the project.
pub async fn template(folder: &Path) -> Result<PathBuf> {
    let path = folder.join("novel.wenfang");
    let clock = TestClock::default();
    let record = ProjectRecord { title: "渡口".into(), ..ProjectRecord::default() };
    let project = Project::create(&path, &record, clock.clock()).await?;
    let mut rng = Rng::new(1);
    let mut tx = project.begin_write().await?;
    for (volume, chapters) in
        [("上卷", ["第一章 渡口", "第二章 夜雨"]), ("下卷", ["第三章 石阶", "第五章 归"])]
    {
        let record = VolumeRecord { title: volume.into(), ..VolumeRecord::default() };
        let volume = parts::insert_volume(&mut tx, &record, project.now()).await?;
        for (index, title) in chapters.into_iter().enumerate() {
            let record = ChapterRecord { title: title.into(), ..ChapterRecord::default() };
            let chapter = parts::insert_chapter(&mut tx, volume, &record, project.now()).await?;
            for _ in 0..2 - index % 2 {
                let text = CanonicalText::new(prose(&mut rng, 12));
                let words = (&text, Author::User);
                versions::create_scene(&mut tx, project.now(), (chapter, &SceneRecord::default()), words)
                    .await?;
            }
        }
    }
    tx.commit().await?;
    project.close().await?;
    Ok(path)
}

/// Generates paragraphs of prose.
pub fn prose(rng: &mut Rng, paragraphs: usize) -> String {
    let mut text = String::new();
    for _ in 0..paragraphs {
        text.push_str("　　");
        for _ in 0..rng.within(1..4) {
            text.push_str(rng.pick(&SENTENCES).copied().unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

/// The state of the project after an act.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The act that led to it.
    pub act: String,
    /// The hash of every row.
    pub state: State,
    /// The newest text of every scene.
    pub texts: BTreeMap<SceneId, String>,
}

impl Stage {
    /// Reads the current stage of a project.
    ///
    /// # Errors
    /// Errors of the project.
    pub async fn of(project: &Project, act: String) -> Result<Self> {
        Ok(Self { act, state: state(project).await?, texts: texts(project).await? })
    }
}

/// A day. Each act depends only on the seed, its number and the content of the project, so that an interrupted day can
/// be resumed.
#[derive(Debug)]
pub struct Workload {
    seed: u64,
    rng: Rng,
    done: usize,
    clock: TestClock,
    /// The folder for files to import.
    desk: PathBuf,
}

impl Workload {
    /// A day with the given number of acts already done.
    pub fn new((seed, done): (u64, usize), clock: TestClock, desk: &Path) -> Self {
        Self { seed, rng: Rng::new(seed), done, clock, desk: desk.to_owned() }
    }

    /// Performs the next act, which is acknowledged when this returns. Returns its name.
    ///
    /// # Errors
    /// Errors of the command.
    pub async fn act(&mut self, project: &Project) -> Result<String> {
        self.rng = Rng::new(self.seed ^ (self.done as u64) << 32);
        self.set_clock();
        let turns = IN_TURN.len() * 3;
        let kind = match self.done % turns {
            act if act % 3 == 2 => IN_TURN[act / 3],
            // Automatic saves before the compaction, so that there are versions to thin.
            19..29 => Kind::Automatic,
            _ => self.one(&[Kind::Save, Kind::Save, Kind::Save, Kind::Automatic, Kind::Draft])?,
        };
        self.done += 1;
        self.perform(kind, project).await.with_context(|| format!("{kind:?}, act {}", self.done))?;
        Ok(format!("{kind:?}"))
    }

    /// Sets the clock; one hour passes per act.
    fn set_clock(&self) {
        const FIRST: i64 = 1_767_225_600_000;
        let now = self.clock.clock().now().get();
        self.clock.advance(FIRST + self.done as i64 * 60 * 60 * 1000 - now);
    }

    /// Saves an edit of a scene; returns the scene, the version and the text.
    ///
    /// # Errors
    /// Errors of the command.
    pub async fn save(&mut self, project: &Project) -> Result<(i64, i64, String)> {
        let scene = self.scene(project).await?;
        let text = self.edited(project, scene).await?;
        let saved =
            call(project, "scene.save", json!({ "scene": scene, "text": text, "from_draft": true })).await?;
        Ok((scene, number(&saved["version"])?, text))
    }

    async fn perform(&mut self, kind: Kind, project: &Project) -> Result<()> {
        let scene = self.scene(project).await?;
        let history = call(project, "scene.history", json!({ "scene": scene })).await?;
        let head = number(&history["head"])?;
        match kind {
            Kind::Save => {
                let (scene, version, text) = self.save(project).await?;
                let read = call(project, "scene.text", json!({ "scene": scene, "version": version })).await?;
                anyhow::ensure!(read["text"] == json!(text), "scene {scene} does not have the saved text");
            }
            Kind::Automatic => {
                // All automatic saves go to one scene, so that compaction has versions to thin.
                let text = self.edited(project, 1).await?;
                let request = json!({ "scene": 1, "text": text, "kind": "automatic" });
                call(project, "scene.save", request).await?;
            }
            Kind::Draft => {
                let text = self.edited(project, scene).await?;
                call(project, "scene.save_draft", json!({ "scene": scene, "base": head, "text": text }))
                    .await?;
            }
            Kind::Stale => {
                let text = self.edited(project, scene).await?;
                call(project, "scene.save", json!({ "scene": scene, "base": 1, "text": text })).await?;
            }
            Kind::Branch => {
                let request = json!({ "scene": scene, "from": head, "name": format!("另写 {}", self.done) });
                call(project, "branch.create", request).await?;
            }
            Kind::Adopt => {
                let branches = call(project, "branch.list", json!({ "scene": scene })).await?;
                let count = branches["branches"].as_array().map_or(1, Vec::len);
                let branch = self.rng.within(0..count);
                call(project, "branch.adopt", json!({ "scene": scene, "branch": branch })).await?;
            }
            Kind::Checkpoint => {
                let request = json!({ "name": format!("第 {} 次", self.done), "note": "天黑以前" });
                call(project, "checkpoint.create", request).await?;
            }
            Kind::Restore | Kind::RestoreScene => self.restore(kind, project).await?,
            Kind::Move => {
                let chapters = kit::chapters(project).await?;
                let (from, to) = (self.one(&chapters)?, self.rng.within(0..3));
                call(project, "manuscript.move", json!({ "part": { "chapter": from.get() }, "at": to }))
                    .await?;
                // Only the chapter moves here, because an act is one transaction.
            }
            Kind::Bin => {
                call(project, "manuscript.bin", json!({ "part": { "scene": scene } })).await?;
            }
            Kind::Unbin => {
                let bin = call(project, "manuscript.list_bin", json!({})).await?;
                let part = bin["parts"]
                    .as_array()
                    .and_then(|parts| parts.iter().find(|part| !part["scene"].is_null()));
                if let Some(part) = part {
                    call(project, "manuscript.move", json!({ "part": { "scene": part["scene"] }, "at": 0 }))
                        .await?;
                }
            }
            Kind::Import => self.import(project).await?,
            Kind::Split => {
                let length = self.text(project, scene).await?.chars().count();
                call(project, "scene.split", json!({ "scene": scene, "at": length / 2 })).await?;
            }
            Kind::Merge => {
                let scenes = kit::scenes(project).await?;
                let at = scenes.iter().position(|other| other.get() == scene).unwrap_or(0);
                let with = scenes[(at + 1) % scenes.len()].get();
                call(project, "scene.merge", json!({ "scene": scene, "with": with })).await?;
            }
            Kind::Renumber => {
                call(project, "manuscript.renumber", json!({ "numbering": "book" })).await?;
            }
            Kind::Label => {
                call(project, "scene.label", json!({ "scene": scene, "version": head, "label": "好" }))
                    .await?;
            }
            Kind::Compact => {
                self.clock.advance(40 * 24 * 60 * 60 * 1000);
                let compacted = call(project, "history.compact", json!({ "compaction": "apply" })).await?;
                anyhow::ensure!(compacted["applied"] == json!(true), "nothing to compact");
            }
            Kind::Tidy => project.tidy().await?,
        }
        Ok(())
    }

    async fn restore(&mut self, kind: Kind, project: &Project) -> Result<()> {
        let listed = call(project, "checkpoint.list", json!({})).await?;
        let count = listed["checkpoints"].as_array().map_or(0, Vec::len);
        let checkpoint = &listed["checkpoints"][self.rng.within(count / 2..count)]["id"];
        let scene = match kind {
            // The first scene is in every checkpoint.
            Kind::RestoreScene => json!(1),
            _ => Value::Null,
        };
        call(project, "checkpoint.restore", json!({ "checkpoint": checkpoint, "scene": scene })).await?;
        Ok(())
    }

    async fn import(&mut self, project: &Project) -> Result<()> {
        let mut text = String::new();
        for chapter in 1..=3 {
            text.push_str(&format!("第{chapter}章 补 {}\n\n{}\n", self.done, prose(&mut self.rng, 3)));
        }
        let source = self.desk.join(format!("import-{}.txt", self.done));
        std::fs::write(&source, text)?;
        call(project, "project.import", json!({ "source": source, "encoding": "utf-8" })).await?;
        Ok(())
    }

    fn one<T: Copy>(&mut self, items: &[T]) -> Result<T> {
        self.rng.pick(items).copied().context("the manuscript is empty")
    }

    /// Picks a scene of the manuscript.
    async fn scene(&mut self, project: &Project) -> Result<i64> {
        let scenes = kit::scenes(project).await?;
        Ok(self.one(&scenes)?.get())
    }

    async fn text(&self, project: &Project, scene: i64) -> Result<String> {
        let read = call(project, "scene.text", json!({ "scene": scene })).await?;
        Ok(read["text"].as_str().unwrap_or_default().to_owned())
    }

    /// The newest text of a scene with a paragraph changed, added or removed; always different.
    async fn edited(&mut self, project: &Project, scene: i64) -> Result<String> {
        let text = self.text(project, scene).await?;
        let mut paragraphs: Vec<String> = text.lines().map(str::to_owned).collect();
        let at = self.rng.within(0..paragraphs.len());
        if paragraphs.len() > 14 {
            paragraphs.truncate(10);
        } else if self.rng.chance(1, 3) && at < paragraphs.len() {
            paragraphs.remove(at);
        }
        let mut new = prose(&mut self.rng, 1);
        new.truncate(new.trim_end().len());
        new.push_str(&format!("（{}）", self.done));
        paragraphs.insert(at.min(paragraphs.len()), new);
        Ok(paragraphs.join("\n") + "\n")
    }
}

fn number(value: &Value) -> Result<i64> {
    value.as_i64().context("a number is missing")
}

/// The number of scenes, including those in the bin, and the chapters in the manuscript.
///
/// # Errors
/// Errors of the project.
pub async fn size(project: &Project) -> Result<(usize, Vec<ChapterId>)> {
    let mut tx = project.begin_read().await?;
    let scenes = retention::scenes(&mut tx).await?.len();
    tx.rollback().await?;
    Ok((scenes, kit::chapters(project).await?))
}
