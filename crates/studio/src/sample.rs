//! Our own short novel with some of its history, to look around in.

mod drafts;

use std::path::Path;

use sqlx::SqliteConnection;
use wenfang_interchange::{self as interchange, ImportOptions, ImportPlan};
use wenfang_project::checkpoints::{NewCheckpoint, Reason};
use wenfang_project::{Clock, Project, manuscript, parts, scene_versions};
use wenfang_story::{
    Author, ChapterId, ProjectRecord, SaveKind, SceneId, ScenePlan, Status, Timestamp, Titled, VersionNo,
};
use wenfang_text::CanonicalText;
use wenfang_versions::{self as versions, DraftFate, NewText};

use crate::error::{Code, Error, Result};
use drafts::{ENDING, FIRST, SECOND};

const TEXT: &str = include_str!("../../../samples/渡口.md");

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;

/// Makes the novel at `path`: three chapters whose first scenes went through earlier versions, a branch with another
/// ending, plans, and a checkpoint of the first draft that differs from the text as it stands.
///
/// # Errors
/// Those of creating a project.
pub async fn create(path: &Path) -> Result<()> {
    let record =
        ProjectRecord {
            title: "渡口".to_owned(), author: "文房".to_owned(), language: "zh-Hans".to_owned()
        };
    let plan = interchange::plan(
        TEXT.as_bytes(),
        &ImportOptions { file_name: Some("渡口.md".to_owned()), ..ImportOptions::default() },
    )?;
    if path.exists() {
        return Err(wenfang_project::Error::Exists(path.to_owned()).into());
    }
    // It gets its name when it is whole, so that a start that was cut short leaves no empty novel.
    let half = path.with_extension(format!("{}.half", std::process::id()));
    let project = Project::create(&half, &record, Clock::system()).await?;
    let mut tx = project.begin_write().await?;
    write(&mut tx, &plan, project.now()).await?;
    tx.commit().await?;
    project.close().await?;
    std::fs::rename(&half, path).map_err(|error| Error::io(path, &error))
}

/// Writes the novel as it came to be in the days before `now`.
async fn write(conn: &mut SqliteConnection, plan: &ImportPlan, now: Timestamp) -> Result<()> {
    let ago = |days: i64, hours: i64| Timestamp::from(now.get() - days * DAY - hours * HOUR);
    let finished = texts(plan);
    interchange::insert(conn, ago(9, 5), &first_drafts(plan)).await?;
    let outline = manuscript::outline(conn).await?;
    let scenes: Vec<SceneId> = outline.scenes().collect();
    let chapters: Vec<ChapterId> = outline.chapters().map(|chapter| chapter.id).collect();

    plans(conn, &chapters, &scenes).await?;
    for (index, text) in SECOND {
        save(conn, ago(8, 3 - index as i64), scene(&scenes, index)?, text).await?;
    }
    let opening = scene(&scenes, 0)?;
    let second = scene_versions::head(conn, opening).await?.version;
    scene_versions::update_label(conn, opening, second, Some("雾里的第一稿")).await?;
    let note = "三章写完，先放一放。开头太急，藤箱里的东西还没想好。";
    let checkpoint = NewCheckpoint { name: "初稿", note, reason: Reason::Author };
    versions::checkpoint(conn, ago(6, 2), checkpoint).await?;

    // What came after the first draft: another ending, tried on a branch, and the revision.
    let last = scene(&scenes, scenes.len().saturating_sub(1))?;
    let (_, tried) = versions::branch_from(conn, ago(5, 4), (last, VersionNo::FIRST), "另一个结局").await?;
    let ending = prose(ENDING);
    versions::save(conn, ago(5, 3), explicit(last, Some(tried), &ending)).await?;
    for (index, text) in finished.iter().enumerate() {
        let days = 3 - (index as i64).min(2);
        save(conn, ago(days, 4), scene(&scenes, index)?, text).await?;
    }
    for chapter in chapters.iter().take(2) {
        let mut record = parts::require(conn, *chapter).await?.record;
        record.status = Status::Completed;
        parts::update(conn, *chapter, &record).await?;
    }
    Ok(())
}

/// A scene of the sample.
fn scene(scenes: &[SceneId], index: usize) -> Result<SceneId> {
    let missing = || Error::new(Code::Internal, "the sample has fewer scenes", "Please report this.");
    scenes.get(index).copied().ok_or_else(missing)
}

/// The finished texts, in order.
fn texts(plan: &ImportPlan) -> Vec<String> {
    plan.chapters().flat_map(|chapter| &chapter.scenes).map(|scene| scene.text.as_str().to_owned()).collect()
}

/// The plan with the first drafts in the place of finished texts.
fn first_drafts(plan: &ImportPlan) -> ImportPlan {
    let mut plan = plan.clone();
    let scenes = plan.volumes.iter_mut().flat_map(|volume| &mut volume.chapters);
    for (index, scene) in scenes.flat_map(|chapter| &mut chapter.scenes).enumerate() {
        if let Some((_, text)) = FIRST.iter().find(|(of, _)| *of == index) {
            scene.text = prose(text);
        }
    }
    plan
}

async fn save(conn: &mut SqliteConnection, at: Timestamp, scene: SceneId, text: &str) -> Result<()> {
    versions::save(conn, at, explicit(scene, None, &prose(text))).await?;
    Ok(())
}

/// A text as it is stored, one paragraph a line; here they stand apart to be read.
fn prose(text: &str) -> CanonicalText {
    CanonicalText::new(text.replace("\n\n", "\n"))
}

fn explicit(scene: SceneId, base: Option<VersionNo>, text: &CanonicalText) -> NewText<'_> {
    let (author, kind, draft) = (Author::User, SaveKind::Explicit, DraftFate::Superseded);
    NewText { scene, base, text, spans: None, author, kind, draft }
}

/// What happens in the chapters, and how long they shall be.
async fn plans(conn: &mut SqliteConnection, chapters: &[ChapterId], scenes: &[SceneId]) -> Result<()> {
    let said = [
        (400, "雾夜，老周渡一个陌生女子过江，收下一枚他认得的铜钱。", "立住渡口、雾和灯；让铜钱说话。"),
        (400, "船到江心探不到底。对岸的灯，原来是他自己挂的那一盏。", "让老周自己认出那句话。"),
        (600, "天亮以前的一锅粥。她问那盏灯是给谁看的。", "不许相认，只许递篙子。"),
    ];
    for (chapter, (target, synopsis, goal)) in chapters.iter().zip(said) {
        let mut record = parts::require(conn, *chapter).await?.record;
        record.target = Some(target);
        record.synopsis = synopsis.to_owned();
        record.goal = goal.to_owned();
        parts::update(conn, *chapter, &record).await?;
    }
    // The one chapter with two scenes.
    for (index, title) in [(1, "江心"), (2, "第三根木桩")] {
        let scene = scene(scenes, index)?;
        let mut record = parts::require(conn, scene).await?.record;
        record.set_title(title.to_owned());
        parts::update(conn, scene, &record).await?;
    }
    let opening = scene(scenes, 0)?;
    let mut record = parts::require(conn, opening).await?.record;
    record.synopsis = "女子说她看得见对岸的灯。老周认出了铜钱，没有说。".to_owned();
    record.plan = ScenePlan {
        location: "渡口石阶，船上".to_owned(),
        story_time: "九月末，入夜".to_owned(),
        characters: vec!["老周".to_owned(), "林姓女子".to_owned()],
        pov: "老周".to_owned(),
        conflict: "他不肯渡，她已经上了船。".to_owned(),
        turning_point: "马灯底下的那枚铜钱。".to_owned(),
    };
    Ok(parts::update(conn, opening, &record).await?)
}
