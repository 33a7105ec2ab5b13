//! History compared with a model: whatever an author does, every version keeps its text.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use proptest::prelude::*;
use sqlx::SqliteConnection;
use wenfang_project::checkpoints::{NewCheckpoint, Reason};
use wenfang_project::verify::{Depth, verify};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, branches, drafts, parts, scene_versions};
use wenfang_story::{
    Author, BranchNo, ChapterId, ChapterRecord, CheckpointId, SaveKind, SceneId, VersionNo, VolumeRecord,
};
use wenfang_tests::kit::{self, TestProject};
use wenfang_text::{CanonicalText, CharOffset};
use wenfang_versions::{self as versions, Decided, DraftFate, NewText, Scope, Side};

/// An act of the author's, or time passing. The numbers choose among the existing items.
#[derive(Clone, Debug)]
enum Act {
    Save { scene: usize, base: Option<usize>, text: String, kind: SaveKind },
    Draft { scene: usize, text: String },
    Branch { scene: usize, from: usize },
    Adopt { scene: usize, branch: usize },
    Merge { scene: usize, branch: usize },
    RestoreVersion { scene: usize, version: usize },
    Label { scene: usize, version: usize },
    Split { scene: usize, at: usize },
    MergeScenes { first: usize, second: usize },
    Bin { scene: usize },
    Checkpoint,
    Restore { checkpoint: usize },
    RestoreScene { checkpoint: usize, scene: usize },
    Compact,
    Days(i64),
    Reopen,
}

fn text() -> impl Strategy<Value = String> {
    // Texts of few words, so that equal ones occur, and longer ones, so that prefixes are used.
    prop_oneof![
        "[江风渡口。\n]{0,6}",
        proptest::collection::vec("[一-十，。]{1,12}", 0..40).prop_map(|lines| lines.join("\n")),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let some = 0usize..64;
    let kind = prop_oneof![Just(SaveKind::Explicit), Just(SaveKind::Automatic)];
    prop_oneof![
        8 => (some.clone(), proptest::option::weighted(0.4, some.clone()), text(), kind)
            .prop_map(|(scene, base, text, kind)| Act::Save { scene, base, text, kind }),
        3 => (some.clone(), text()).prop_map(|(scene, text)| Act::Draft { scene, text }),
        2 => (some.clone(), some.clone()).prop_map(|(scene, from)| Act::Branch { scene, from }),
        2 => (some.clone(), some.clone()).prop_map(|(scene, branch)| Act::Adopt { scene, branch }),
        2 => (some.clone(), some.clone()).prop_map(|(scene, branch)| Act::Merge { scene, branch }),
        2 => (some.clone(), some.clone()).prop_map(|(scene, version)| Act::RestoreVersion { scene, version }),
        1 => (some.clone(), some.clone()).prop_map(|(scene, version)| Act::Label { scene, version }),
        1 => (some.clone(), 0usize..40).prop_map(|(scene, at)| Act::Split { scene, at }),
        1 => (some.clone(), some.clone()).prop_map(|(first, second)| Act::MergeScenes { first, second }),
        1 => some.clone().prop_map(|scene| Act::Bin { scene }),
        2 => Just(Act::Checkpoint),
        2 => some.clone().prop_map(|checkpoint| Act::Restore { checkpoint }),
        1 => (some.clone(), some).prop_map(|(checkpoint, scene)| Act::RestoreScene { checkpoint, scene }),
        1 => Just(Act::Compact),
        2 => (1i64..20).prop_map(Act::Days),
        1 => Just(Act::Reopen),
    ]
}

/// The expected state: the text of every version ever created, and the texts of every checkpoint in order.
#[derive(Debug, Default)]
struct Model {
    texts: BTreeMap<(SceneId, VersionNo), String>,
    checkpoints: Vec<(CheckpointId, Vec<String>)>,
}

/// The newest texts of the scenes in the manuscript, in reading order.
async fn manuscript(project: &Project) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for scene in kit::scenes(project).await? {
        let mut tx = project.begin_read().await?;
        texts.push(versions::text(&mut tx, scene, None).await?.1);
    }
    Ok(texts)
}

/// Every scene, including those in the bin.
async fn all_scenes(project: &Project) -> Result<Vec<SceneId>> {
    let mut tx = project.begin_read().await?;
    Ok(wenfang_project::retention::scenes(&mut tx).await?)
}

/// Whether one of the scenes is open on a branch: its draft was begun on one, or on the main line before another was
/// adopted.
async fn on_branch(conn: &mut SqliteConnection, scenes: &[SceneId]) -> Result<bool> {
    for scene in scenes {
        if drafts::branch(conn, *scene).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn perform(test: &TestProject, model: &mut Model, act: &Act) -> Result<()> {
    let project = &test.project;
    let scenes = all_scenes(project).await?;
    let pick = |n: usize| scenes[n % scenes.len()];
    let mut tx = project.begin_write().await?;
    let now = project.now();
    match act {
        Act::Save { scene, base, text, kind } => {
            let scene = pick(*scene);
            let known = scene_versions::list_by_scene(&mut tx, scene).await?;
            let base = base.map(|base| known[base % known.len()].version);
            let text = CanonicalText::new(text.as_str());
            let new = NewText {
                scene,
                base,
                text: &text,
                spans: None,
                author: Author::User,
                kind: *kind,
                draft: DraftFate::Preserved,
            };
            let saved = versions::save(&mut tx, now, new).await?;
            let (_, stored) = versions::text(&mut tx, scene, Some(saved.version)).await?;
            ensure!(stored == text.as_str(), "the saved version has another text");
        }
        Act::Draft { scene, text } => {
            let scene = pick(*scene);
            let (_, head) = branches::main_line(&mut tx, scene).await?;
            versions::save_draft(&mut tx, now, (scene, head), CanonicalText::new(text.as_str())).await?;
        }
        Act::Branch { scene, from } => {
            let scene = pick(*scene);
            let known = scene_versions::list_by_scene(&mut tx, scene).await?;
            versions::branch_from(&mut tx, now, (scene, known[from % known.len()].version), "试").await?;
        }
        Act::Adopt { scene, branch } | Act::Merge { scene, branch } => {
            let scene = pick(*scene);
            let known = branches::list_by_scene(&mut tx, scene).await?;
            let branch: BranchNo = known[branch % known.len()].branch;
            if matches!(act, Act::Adopt { .. }) {
                versions::adopt(&mut tx, scene, branch).await?;
            } else if branches::main_line(&mut tx, scene).await?.0 != branch {
                versions::merge_branch(&mut tx, now, (scene, branch), Decided::All(Side::Main)).await?;
            }
        }
        Act::RestoreVersion { scene, version } => {
            let scene = pick(*scene);
            let known = scene_versions::list_by_scene(&mut tx, scene).await?;
            let wanted = known[version % known.len()].version;
            let (_, new) = versions::restore_version(&mut tx, now, scene, wanted).await?;
            let (_, old_text) = versions::text(&mut tx, scene, Some(wanted)).await?;
            let (_, new_text) = versions::text(&mut tx, scene, Some(new)).await?;
            ensure!(old_text == new_text, "the restored version has another text");
            // A draft keeps a branch open, and the restored text is on that branch.
            let working = versions::working_text(&mut tx, scene).await?;
            ensure!(working.text == old_text, "a restored text is not what is written on with");
        }
        Act::Label { scene, version } => {
            let scene = pick(*scene);
            let known = scene_versions::list_by_scene(&mut tx, scene).await?;
            let version = known[version % known.len()].version;
            scene_versions::update_label(&mut tx, scene, version, Some("定稿")).await?;
        }
        Act::Split { scene, at } => {
            let scene = pick(*scene);
            versions::commit_drafts(&mut tx, now).await?;
            let (_, whole) = versions::text(&mut tx, scene, None).await?;
            let at = at % (whole.chars().count() + 1);
            let open = on_branch(&mut tx, &[scene]).await?;
            let split = versions::split_scene(&mut tx, now, scene, CharOffset::new(at)).await;
            if open {
                ensure!(matches!(split, Err(versions::Error::OnBranch { .. })), "{split:?}");
                return Ok(());
            }
            let split = split?;
            let (created, gap) = (split.created, "\n".repeat(split.gap));
            let (_, first) = versions::text(&mut tx, scene, None).await?;
            let (_, second) = versions::text(&mut tx, created, None).await?;
            ensure!(format!("{first}{gap}{second}") == whole, "a split lost words");
        }
        Act::MergeScenes { first, second } => {
            let (first, second) = (pick(*first), pick(*second));
            if first == second {
                return Ok(());
            }
            let open = on_branch(&mut tx, &[first, second]).await?;
            let merged = versions::merge_scenes(&mut tx, now, first, second).await;
            if open {
                ensure!(matches!(merged, Err(versions::Error::OnBranch { .. })), "{merged:?}");
                return Ok(());
            }
            merged?;
        }
        Act::Bin { scene } => parts::bin(&mut tx, &[pick(*scene)], now).await?,
        Act::Checkpoint => {
            let new = NewCheckpoint { name: "点", note: "", reason: Reason::Author };
            let id = versions::checkpoint(&mut tx, now, new).await?;
            tx.commit().await?;
            model.checkpoints.push((id, manuscript(project).await?));
            return Ok(());
        }
        Act::Restore { checkpoint } => {
            let Some((id, texts)) = model.checkpoints.get(checkpoint % model.checkpoints.len().max(1)) else {
                return Ok(());
            };
            versions::restore(&mut tx, now, (*id, "回"), Scope::Project, &Watch::silent()).await?;
            tx.commit().await?;
            ensure!(manuscript(project).await? == *texts, "the restore differs from the checkpoint");
            return Ok(());
        }
        Act::RestoreScene { checkpoint, scene } => {
            let Some((id, _)) = model.checkpoints.get(checkpoint % model.checkpoints.len().max(1)) else {
                return Ok(());
            };
            // A scene that the checkpoint does not contain is refused; nothing else may fail.
            match versions::restore(&mut tx, now, (*id, "回"), Scope::Scene(pick(*scene)), &Watch::silent())
                .await
            {
                Ok(_) | Err(versions::Error::NotInCheckpoint { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Act::Compact => {
            versions::compact(&mut tx, now, "收", &Watch::silent()).await?;
        }
        Act::Days(days) => {
            test.clock.advance(days * 24 * 60 * 60 * 1000);
            return Ok(());
        }
        Act::Reopen => return Ok(()),
    }
    tx.commit().await?;
    Ok(())
}

/// Every existing version still has its original text; only compaction removes versions.
async fn check(test: &TestProject, model: &mut Model, act: &Act) -> Result<()> {
    let mut now = BTreeMap::new();
    for scene in all_scenes(&test.project).await? {
        let mut tx = test.project.begin_read().await?;
        for version in scene_versions::list_by_scene(&mut tx, scene).await? {
            let (_, text) = versions::text(&mut tx, scene, Some(version.version)).await?;
            ensure!(CanonicalText::new(text.as_str()).hash() == version.hash, "a hash does not fit its text");
            now.insert((scene, version.version), text);
        }
    }
    for (key, text) in &model.texts {
        match now.get(key) {
            Some(found) => ensure!(found == text, "version {key:?} changed after {act:?}"),
            None => ensure!(matches!(act, Act::Compact), "version {key:?} went with {act:?}"),
        }
    }
    model.texts = now;
    Ok(())
}

async fn run(acts: Vec<Act>) -> Result<()> {
    let mut test =
        TestProject::with_chapters(&[("第一章", "江上有风。\n渡口无人。"), ("第二章", "")]).await?;
    let mut model = Model::default();
    for act in &acts {
        perform(&test, &mut model, act).await?;
        if matches!(act, Act::Reopen) {
            test = test.reopen().await?;
        }
        check(&test, &mut model, act).await?;
    }
    let mut tx = test.project.begin_read().await?;
    let verified = verify(&mut tx, Depth::Everything, &Watch::silent()).await?;
    ensure!(verified.damage.is_empty(), "{:?}", verified.damage);
    drop(tx);
    // Restores lose nothing: each checkpoint can still be restored, even the latest after the earliest.
    for (id, texts) in &model.checkpoints {
        let mut tx = test.project.begin_write().await?;
        versions::restore(&mut tx, test.project.now(), (*id, "回"), Scope::Project, &Watch::silent()).await?;
        tx.commit().await?;
        ensure!(manuscript(&test.project).await? == *texts, "checkpoint {id} is not what it was");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn every_version_and_checkpoint_keeps_its_texts(acts in prop::collection::vec(act(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let done = runtime.block_on(run(acts));
        prop_assert!(done.is_ok(), "{:?}", done);
    }
}

/// Restoring the checkpoint that a restore created undoes the restore.
#[tokio::test]
async fn another_restore_undoes_a_restore() -> Result<()> {
    let test = TestProject::with_chapters(&[("第一章", "一"), ("第二章", "二")]).await?;
    let project = &test.project;
    let mut tx = project.begin_write().await?;
    let new = NewCheckpoint { name: "起", note: "", reason: Reason::Author };
    let start = versions::checkpoint(&mut tx, project.now(), new).await?;
    let scenes = [SceneId::from(1), SceneId::from(2)];
    let split = versions::split_scene(&mut tx, project.now(), scenes[0], CharOffset::new(0)).await?;
    let created = split.created;
    parts::bin(&mut tx, &[scenes[1]], project.now()).await?;
    tx.commit().await?;
    let changed = manuscript(project).await?;
    let mut tx = project.begin_write().await?;
    let restored =
        versions::restore(&mut tx, project.now(), (start, "回"), Scope::Project, &Watch::silent()).await?;
    tx.commit().await?;
    assert_eq!(manuscript(project).await?, ["一", "二"]);
    let mut tx = project.begin_read().await?;
    assert!(
        parts::require(&mut tx, created).await?.binned_at.is_some(),
        "parts created since are in the bin"
    );
    drop(tx);
    let mut tx = project.begin_write().await?;
    versions::restore(&mut tx, project.now(), (restored.before, "回"), Scope::Project, &Watch::silent())
        .await?;
    tx.commit().await?;
    assert_eq!(manuscript(project).await?, changed);
    Ok(())
}

/// Chapters moved into a newer volume return, and every order stays without gaps.
#[tokio::test]
async fn a_restore_moves_chapters_out_of_a_newer_volume() -> Result<()> {
    let test = TestProject::with_chapters(&[("第一章", "一"), ("第二章", "二"), ("第三章", "三")]).await?;
    let project = &test.project;
    let before = manuscript(project).await?;
    let mut tx = project.begin_write().await?;
    let now = project.now();
    let new = NewCheckpoint { name: "起", note: "", reason: Reason::Author };
    let start = versions::checkpoint(&mut tx, now, new).await?;
    let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), now).await?;
    let record = ChapterRecord { title: "新章".into(), ..ChapterRecord::default() };
    parts::insert_chapter(&mut tx, volume, &record, now).await?;
    for chapter in [ChapterId::from(1), ChapterId::from(3)] {
        parts::place(&mut tx, chapter, volume, Some(0)).await?;
    }
    versions::restore(&mut tx, now, (start, "回"), Scope::Project, &Watch::silent()).await?;
    let verified = verify(&mut tx, Depth::Everything, &Watch::silent()).await?;
    assert!(verified.damage.is_empty(), "{:?}", verified.damage);
    tx.commit().await?;
    assert_eq!(manuscript(project).await?, before);
    Ok(())
}

/// When damaged words are saved again, in any scene, every version with these words is repaired.
#[tokio::test]
async fn saving_damaged_words_again_repairs_all_versions() -> Result<()> {
    let words = "江上有风，渡口无人。\n".repeat(40);
    let text = CanonicalText::new(words.as_str());
    for scene in [SceneId::from(1), SceneId::from(2)] {
        let test = TestProject::with_chapters(&[("第一章", words.as_str()), ("第二章", "二")]).await?;
        let mut tx = test.project.begin_write().await?;
        let damage = "update blobs set data = zeroblob(length(data)) where id = (
                          select blob_id from scene_text_versions where scene_id = 1)";
        sqlx::query(damage).execute(&mut *tx).await?;
        assert!(versions::text(&mut tx, SceneId::from(1), None).await.is_err());
        let new = NewText {
            scene,
            base: None,
            text: &text,
            spans: None,
            author: Author::User,
            kind: SaveKind::Explicit,
            draft: DraftFate::Superseded,
        };
        versions::save(&mut tx, test.project.now(), new).await?;
        for repaired in [SceneId::from(1), scene] {
            assert_eq!(versions::text(&mut tx, repaired, None).await?.1, words);
        }
        let verified = verify(&mut tx, Depth::Everything, &Watch::silent()).await?;
        assert!(verified.damage.is_empty(), "{:?}", verified.damage);
    }
    Ok(())
}

/// A text typed before a crash is not lost when another one is saved from elsewhere.
#[tokio::test]
async fn a_draft_survives_a_save_from_elsewhere() -> Result<()> {
    let test = TestProject::with_chapters(&[("第一章", "一")]).await?;
    let scene = SceneId::from(1);
    let mut tx = test.project.begin_write().await?;
    let now = test.project.now();
    versions::save_draft(&mut tx, now, (scene, VersionNo::FIRST), CanonicalText::new("未存的字")).await?;
    let text = CanonicalText::new("别处的字");
    let new = NewText {
        scene,
        base: None,
        text: &text,
        spans: None,
        author: Author::User,
        kind: SaveKind::Explicit,
        draft: DraftFate::Preserved,
    };
    versions::save(&mut tx, now, new).await?;
    assert_eq!(versions::text(&mut tx, scene, None).await?.1, "别处的字");
    let history = scene_versions::list_by_scene(&mut tx, scene).await?;
    let (_, kept) = versions::text(&mut tx, scene, Some(history[2].version)).await?;
    assert_eq!(kept, "未存的字");
    assert_ne!(history[2].branch, history[1].branch);
    Ok(())
}

/// A draft begun on the main line keeps that line open when another is adopted; its scene cannot be merged then.
#[tokio::test]
async fn a_draft_keeps_its_line_open() -> Result<()> {
    let save = |base, text: &str| Act::Save { scene: 1, base, text: text.into(), kind: SaveKind::Explicit };
    run(vec![
        save(None, "风"),
        save(Some(0), "渡"),
        Act::Draft { scene: 1, text: "江".into() },
        Act::Adopt { scene: 1, branch: 1 },
        Act::MergeScenes { first: 0, second: 1 },
        Act::Split { scene: 1, at: 1 },
    ])
    .await
}
