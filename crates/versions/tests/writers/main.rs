//! Property test of authorship: random acts on scenes are checked against a model that knows who wrote each
//! character, the author or which generation. `WENFANG_SEQUENCES=10000` runs that many sequences.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed unwrap is a failed claim")]

mod acts;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};

use anyhow::{Result, ensure};
use proptest::prelude::*;
use sqlx::SqliteConnection;
use wenfang_project::{Clock, Project, branches, drafts, generations, parts, scene_versions};
use wenfang_story::generation::{
    Act as GenerationAct, AiSpan, Fate, GenerationRecord, GenerationStatus, OverflowFate, PromptRef, Tokens,
};
use wenfang_story::{
    Author, ChapterId, ChapterRecord, GenerationId, ProjectRecord, SaveKind, SceneId, SceneRecord, Timestamp,
    VersionNo, VolumeRecord,
};
use wenfang_text::{CanonicalText, CharOffset, CharRange};
use wenfang_versions::{self as versions, Decided, DraftFate, NewText, Rewrite, Rewritten, Side};

use acts::{Act, act};

/// A character and its writer; `None` is the author.
type Letter = (char, Option<GenerationId>);

/// The characters that the author and the models write with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alphabets {
    /// Separate characters for the author and for models.
    Apart,
    /// The same few characters for all.
    Shared,
}

/// The expected state of a scene.
struct Truth {
    scene: SceneId,
    alphabets: Alphabets,
    now: Vec<Letter>,
    /// Every text the editor has had.
    past: Vec<Vec<Letter>>,
    versions: HashMap<VersionNo, Vec<Letter>>,
    /// The version that the editor continues.
    base: VersionNo,
    typed: u32,
    /// Characters that a model wrote and a comparison attributed to the author.
    attributed_to_author: HashSet<char>,
}

fn words(letters: &[Letter]) -> CanonicalText {
    CanonicalText::new(letters.iter().map(|(c, _)| *c).collect::<String>())
}

fn spans(letters: &[Letter]) -> Vec<AiSpan> {
    let mut spans: Vec<AiSpan> = Vec::new();
    for (at, (_, from)) in letters.iter().enumerate() {
        let Some(generation) = *from else { continue };
        match spans.last_mut() {
            Some(last) if last.generation == generation && last.range.end().get() == at => {
                last.range = CharRange::new(last.range.start().get(), at + 1);
            }
            _ => spans.push(AiSpan { generation, range: CharRange::new(at, at + 1) }),
        }
    }
    spans
}

/// Attributes each character of a text by `spans`.
fn letters(text: &str, spans: &[AiSpan]) -> Vec<Letter> {
    let holds =
        |at: usize| move |span: &&AiSpan| (span.range.start().get()..span.range.end().get()).contains(&at);
    let writer = |at: usize| spans.iter().find(holds(at)).map(|span| span.generation);
    text.chars().enumerate().map(|(at, c)| (c, writer(at))).collect()
}

impl Truth {
    /// Generates the next character of a writer.
    fn letter(&mut self, from: Option<GenerationId>) -> Letter {
        self.typed += 1;
        let c = match (self.alphabets, from) {
            (Alphabets::Shared, _) => ['的', '了', '\n', '𠮷'][self.typed as usize % 4],
            (Alphabets::Apart, None) => char::from_u32(0x4E00 + self.typed).unwrap_or('人'),
            (Alphabets::Apart, Some(_)) => char::from_u32(0xAC00 + self.typed).unwrap_or('가'),
        };
        (c, from)
    }

    fn place(&self, at: usize, size: usize) -> std::ops::Range<usize> {
        let start = at % (self.now.len() + 1);
        start..(start + size % 9).min(self.now.len())
    }

    async fn store_draft(&mut self, conn: &mut SqliteConnection, project: &Project) -> Result<()> {
        self.past.push(self.now.clone());
        let of = (self.scene, self.base);
        versions::save_draft(conn, project.now(), of, words(&self.now)).await?;
        let carried = drafts::DraftPositions { anchors: Vec::new(), spans: Some(spans(&self.now)) };
        Ok(drafts::carry(conn, self.scene, &carried).await?)
    }

    /// Records a save. If the version existed already, its writers are authoritative.
    fn saved(&mut self, version: VersionNo) {
        self.base = version;
        self.now = self.versions.entry(version).or_insert_with(|| self.now.clone()).clone();
    }

    /// Records that the draft, if any, became a version.
    async fn settled(&mut self, conn: &mut SqliteConnection) -> Result<()> {
        let (working, _) = versions::working_spans(conn, self.scene).await?;
        self.saved(working.version.version);
        Ok(())
    }

    async fn save(&mut self, conn: &mut SqliteConnection, project: &Project, author: Author) -> Result<()> {
        let (text, reported) = (words(&self.now), spans(&self.now));
        let new = NewText {
            scene: self.scene,
            base: Some(self.base),
            text: &text,
            spans: Some(&reported),
            author,
            kind: SaveKind::Explicit,
            draft: DraftFate::Superseded,
        };
        let saved = versions::save(conn, project.now(), new).await?;
        self.saved(saved.version);
        Ok(())
    }

    /// Adopts the backend's attribution of a text without spans, after checking that it gives no author text to
    /// a model.
    async fn adopt_reported(&mut self, conn: &mut SqliteConnection, truth: Vec<Letter>) -> Result<()> {
        let (working, reported) = versions::working_spans(conn, self.scene).await?;
        let found = letters(&working.text, &reported);
        ensure!(found.len() == truth.len(), "the text differs");
        for (at, (found, truth)) in found.iter().zip(&truth).enumerate() {
            // If two models wrote the same text, either attribution is right. A character that a comparison
            // once attributed to the author may be attributed to its model in another text.
            let is_models =
                truth.1.is_some() || truth.0 >= '\u{AC00}' || self.attributed_to_author.contains(&truth.0);
            ensure!(found.1.is_none() || is_models, "{at}: {found:?} is the author's");
            if truth.1.is_some() && found.1.is_none() {
                self.attributed_to_author.insert(truth.0);
            }
        }
        self.base = working.version.version;
        self.now = found;
        if working.hash() == working.version.hash {
            self.versions.insert(self.base, self.now.clone());
        }
        Ok(())
    }

    /// Looks up the writer of each character.
    fn by_alphabet(&self, text: &str) -> Vec<Letter> {
        let known: HashMap<char, Option<GenerationId>> =
            self.versions.values().chain(&self.past).flatten().copied().collect();
        text.chars().map(|c| (c, known.get(&c).copied().flatten())).collect()
    }
}

async fn perform(conn: &mut SqliteConnection, project: &Project, truth: &mut Truth, act: &Act) -> Result<()> {
    let now = project.now();
    match act {
        Act::Type { at, size } => {
            let typed: Vec<Letter> = (0..1 + size % 4).map(|_| truth.letter(None)).collect();
            let at = at % (truth.now.len() + 1);
            truth.now.splice(at..at, typed);
            truth.store_draft(conn, project).await?;
        }
        Act::Delete { at, size } => {
            truth.now.drain(truth.place(*at, *size));
            truth.store_draft(conn, project).await?;
        }
        Act::Accept { at, size, copied, in_editor } => {
            versions::commit_draft(conn, now, truth.scene).await?;
            truth.settled(conn).await?;
            let place = truth.place(*at, *size);
            let range = CharRange::new(place.start, place.end);
            let generation = generations::insert(conn, &generation_record(truth, range), now).await?;
            let copies = copied % (place.len() + 1);
            let repeated: Vec<char> = truth.now[place.clone()][..copies].iter().map(|(c, _)| *c).collect();
            let mut written: Vec<Letter> = repeated.into_iter().map(|c| (c, Some(generation))).collect();
            written.extend((0..1 + size % 12).map(|_| truth.letter(Some(generation))));
            if truth.now[place.clone()].iter().map(|(c, _)| c).eq(written.iter().map(|(c, _)| c)) {
                // A text that says the same again is no new version.
                return Ok(());
            }
            truth.past.push(truth.now.clone());
            truth.now.splice(place, written);
            truth.past.push(truth.now.clone());
            if *in_editor {
                truth.save(conn, project, Author::Ai).await?;
            } else {
                let (text, spans) = (words(&truth.now), spans(&truth.now));
                let rewrite = Rewrite::by_model(&text, &spans);
                let Rewritten { after, .. } = versions::rewrite(conn, now, truth.scene, rewrite).await?;
                ensure!(scene_versions::require(conn, truth.scene, after).await?.created_by == Author::Ai);
                truth.saved(after);
            }
        }
        Act::GoBack { to } => {
            let Some(past) = truth.past.get(to % truth.past.len().max(1)) else { return Ok(()) };
            truth.now = past.clone();
            truth.store_draft(conn, project).await?;
        }
        Act::Save => truth.save(conn, project, Author::User).await?,
        Act::Settle => {
            versions::commit_draft(conn, now, truth.scene).await?;
            truth.settled(conn).await?;
        }
        Act::WithoutSpans { to, at, as_draft } => {
            change_without_spans(conn, project, truth, (*to, *at, *as_draft)).await?;
        }
        Act::Restore { version } => {
            versions::commit_draft(conn, now, truth.scene).await?;
            let known = scene_versions::list_by_scene(conn, truth.scene).await?;
            let version = known[version % known.len()].version;
            truth.settled(conn).await?;
            let (_, restored) = versions::restore_version(conn, now, truth.scene, version).await?;
            truth.now = truth.versions.get(&version).cloned().unwrap_or_default();
            truth.saved(restored);
        }
        Act::Branch => {
            let (_, first) = versions::branch_from(conn, now, (truth.scene, truth.base), "").await?;
            let same = truth.versions.get(&truth.base).cloned();
            truth.versions.insert(first, same.unwrap_or_default());
        }
        Act::Open { branch } => {
            let known = branches::list_by_scene(conn, truth.scene).await?;
            let branch = known[branch % known.len()].branch;
            versions::commit_draft(conn, now, truth.scene).await?;
            truth.settled(conn).await?;
            let head = versions::open_line(conn, now, (truth.scene, branch)).await?;
            truth.saved(head);
        }
        Act::Merge { branch } => merge(conn, project, truth, *branch).await?,
        Act::Copy => {
            let chapter = parts::require(conn, truth.scene).await?.parent;
            let of = (chapter, &SceneRecord::default());
            let copy = versions::copy_scene(conn, now, truth.scene, of).await?;
            let (working, reported) = versions::working_spans(conn, copy).await?;
            ensure!(letters(&working.text, &reported) == truth.now, "a copy of the scene");
        }
        Act::SplitAndJoin { at } => {
            if drafts::branch(conn, truth.scene).await?.is_some() {
                return Ok(());
            }
            versions::commit_draft(conn, now, truth.scene).await?;
            truth.settled(conn).await?;
            let whole = truth.now.clone();
            let at = at % (whole.len() + 1);
            let second = versions::split_scene(conn, now, truth.scene, CharOffset::new(at)).await?.created;
            // The first part ends with its last paragraph.
            let ends = whole[..at].iter().rev().take_while(|(c, _)| *c == '\n').count();
            let first = if ends == at { &whole[..at] } else { &whole[..at - ends] };
            for (scene, part) in [(truth.scene, first), (second, &whole[at..])] {
                let (working, reported) = versions::working_spans(conn, scene).await?;
                ensure!(letters(&working.text, &reported) == part, "a part of a split scene");
            }
            let mut joined = first.to_vec();
            // The line breaks between the parts, at least one.
            if !joined.is_empty() && joined.last().map(|(c, _)| *c) != Some('\n') && at < whole.len() {
                joined.extend(vec![('\n', None); ends.max(1)]);
            }
            joined.extend(&whole[at..]);
            let (_, head) = branches::main_line(conn, truth.scene).await?;
            truth.versions.entry(head).or_insert_with(|| first.to_vec());
            let version = versions::merge_scenes(conn, now, truth.scene, second).await?.version;
            truth.now = joined;
            truth.saved(version);
        }
    }
    Ok(())
}

/// Performs [`Act::WithoutSpans`]. Only separate alphabets show what a comparison may find.
async fn change_without_spans(
    conn: &mut SqliteConnection,
    project: &Project,
    truth: &mut Truth,
    (to, at, as_draft): (usize, usize, bool),
) -> Result<()> {
    if truth.alphabets == Alphabets::Shared {
        return Ok(());
    }
    let mut text = truth.past.get(to % truth.past.len().max(1)).unwrap_or(&truth.now).clone();
    let place = at % (text.len() + 1);
    text.insert(place, truth.letter(None));
    let now = project.now();
    if as_draft {
        versions::save_draft(conn, now, (truth.scene, truth.base), words(&text)).await?;
    } else {
        versions::commit_draft(conn, now, truth.scene).await?;
        truth.settled(conn).await?;
        versions::rewrite(conn, now, truth.scene, Rewrite::by_author(&words(&text))).await?;
    }
    truth.adopt_reported(conn, text).await
}

async fn merge(conn: &mut SqliteConnection, project: &Project, truth: &mut Truth, at: usize) -> Result<()> {
    let known = branches::list_by_scene(conn, truth.scene).await?;
    let branch = known[at % known.len()].branch;
    let (main, _) = branches::main_line(conn, truth.scene).await?;
    if branch == main || truth.alphabets == Alphabets::Shared {
        return Ok(());
    }
    let now = project.now();
    versions::commit_draft(conn, now, truth.scene).await?;
    truth.settled(conn).await?;
    versions::merge_branch(conn, now, (truth.scene, branch), Decided::All(Side::Branch)).await?;
    versions::open_line(conn, now, (truth.scene, main)).await?;
    let (working, reported) = versions::working_spans(conn, truth.scene).await?;
    // Text that a model copied has two possible writers, so it is not checked here.
    let wanted = truth.by_alphabet(&working.text);
    let is_misattributed = |(found, wanted): (&Letter, &Letter)| {
        found.1.is_some() && wanted.1.is_none() && wanted.0 < '\u{AC00}'
    };
    let found = letters(&working.text, &reported);
    let own = truth.versions.values().chain(&truth.past).flatten().filter(|(_, from)| from.is_some());
    let copied: HashSet<char> = own.map(|(c, _)| *c).collect();
    let misattributed =
        found.iter().zip(&wanted).find(|pair| is_misattributed(*pair) && !copied.contains(&pair.0.0));
    ensure!(misattributed.is_none(), "a merge gave {misattributed:?} to a model");
    truth.now = found;
    truth.saved(working.version.version);
    Ok(())
}

fn generation_record(truth: &Truth, range: CharRange) -> GenerationRecord {
    GenerationRecord {
        scene: truth.scene,
        act: GenerationAct::Rewrite,
        base: truth.base,
        range,
        instruction: String::new(),
        candidate_of: None,
        prompt: PromptRef::default(),
        prompt_hash: String::new(),
        provider: String::new(),
        model: String::new(),
        status: GenerationStatus::Complete,
        trouble: None,
        gate: None,
        prompt_cut: false,
        tokens: Tokens::default(),
        reasoning: None,
        cost: None,
        fate: Fate::Accepted,
        overflow_fate: OverflowFate::Kept,
        turn: None,
        derived: None,
        asked_by: None,
        requests: Vec::new(),
    }
}

/// Performs the acts on a new scene; the transaction is dropped at the end.
async fn run(project: &Project, chapter: ChapterId, acts: Vec<Act>, alphabets: Alphabets) -> Result<()> {
    let mut tx = project.begin_write().await?;
    let of = (chapter, &SceneRecord::default());
    let empty = (&CanonicalText::default(), Author::User);
    let scene = versions::create_scene(&mut tx, project.now(), of, empty).await?;
    let mut truth = Truth {
        scene,
        alphabets,
        now: Vec::new(),
        past: Vec::new(),
        versions: HashMap::from([(VersionNo::FIRST, Vec::new())]),
        base: VersionNo::FIRST,
        typed: 0,
        attributed_to_author: HashSet::new(),
    };
    for act in acts {
        perform(&mut tx, project, &mut truth, &act).await?;
        let (working, reported) = versions::working_spans(&mut tx, scene).await?;
        let found = letters(&working.text, &reported);
        ensure!(found == truth.now, "after {act:?}: {found:?} instead of {:?}", truth.now);
    }
    Ok(())
}

/// Creates an empty project with one chapter.
async fn novel(folder: &Path) -> Result<(Project, ChapterId)> {
    let millis = AtomicI64::new(1_767_225_600_000);
    let clock = Clock::new(move || Timestamp::from(millis.fetch_add(1000, Ordering::Relaxed)));
    let project = Project::create(&folder.join("novel.wenfang"), &ProjectRecord::default(), clock).await?;
    let mut tx = project.begin_write().await?;
    let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), project.now()).await?;
    let chapter = parts::insert_chapter(&mut tx, volume, &ChapterRecord::default(), project.now()).await?;
    tx.commit().await?;
    Ok((project, chapter))
}

/// A project with a runtime for running acts.
struct Runner {
    runtime: tokio::runtime::Runtime,
    project: Project,
    chapter: ChapterId,
    _folder: tempfile::TempDir,
}

impl Runner {
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (project, chapter) = runtime.block_on(novel(folder.path())).unwrap();
        Self { runtime, project, chapter, _folder: folder }
    }

    fn run(&self, acts: Vec<Act>, alphabets: Alphabets) -> Result<()> {
        self.runtime.block_on(run(&self.project, self.chapter, acts, alphabets))
    }
}

/// One model copies a word from the author, and another model copies it from the first. When an earlier text
/// returns without spans, the word is still the author's.
#[test]
fn a_copied_copy_is_attributed_to_the_author() {
    let acts = vec![
        Act::Accept { at: 0, size: 190, copied: 0, in_editor: true },
        Act::Delete { at: 298, size: 1 },
        Act::SplitAndJoin { at: 38 },
        Act::Type { at: 293, size: 5 },
        Act::Accept { at: 480, size: 209, copied: 218, in_editor: true },
        Act::Accept { at: 942, size: 629, copied: 382, in_editor: true },
        Act::WithoutSpans { to: 499, at: 594, as_draft: false },
    ];
    Runner::new().run(acts, Alphabets::Apart).unwrap();
}

#[test]
fn every_character_keeps_its_writer() {
    let cases = std::env::var("WENFANG_SEQUENCES").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let runner = Runner::new();
    let config = ProptestConfig {
        cases,
        max_shrink_iters: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let alphabets = prop_oneof![Just(Alphabets::Apart), Just(Alphabets::Shared)];
    let sequence = (prop::collection::vec(act(), 1..30), alphabets);
    let tried = proptest::test_runner::TestRunner::new(config).run(&sequence, |(acts, alphabets)| {
        runner.run(acts, alphabets).map_err(|error| TestCaseError::fail(error.to_string()))
    });
    tried.unwrap_or_else(|failed| panic!("{failed}"));
}
