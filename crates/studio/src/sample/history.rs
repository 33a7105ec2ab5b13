//! The writing history of a sample: chapters, versions, a branch, a checkpoint, each at its own time.

use wenfang_manuscript::branches::CreateBranch;
use wenfang_manuscript::checkpoints::CreateCheckpoint;
use wenfang_manuscript::parts::{CreatePart, Parent, PartId};
use wenfang_manuscript::plans::DescribePart;
use wenfang_manuscript::scenes::{LabelVersion, SaveScene};
use wenfang_manuscript::{branches, checkpoints, parts, plans, scenes};
use wenfang_project::Project;
use wenfang_story::{SaveKind, SceneId, VersionNo};
use wenfang_usecase::Result;

use super::data::{self, Data, Draft};
use super::{Book, Parts, PastClock, inconsistent};

/// A step of the writing history.
enum Act<'a> {
    Begin(usize),
    Draft(data::Place, &'a Draft),
    Finish(data::Place),
    Branch,
    Checkpoint,
}

/// Replays the writing history.
pub(super) async fn write(
    project: &Project,
    (data, book, past): (&Data, &Book, &PastClock),
) -> Result<Parts> {
    check_sizes(data, book)?;
    let volume = match create(project, Parent::Manuscript, String::new()).await? {
        PartId::Volume(volume) => volume,
        other => return Err(inconsistent(format!("{other:?} is not a volume"))),
    };
    let mut parts = Parts::default();
    for (hours, act) in acts(data) {
        past.set_hours_ago(hours);
        match act {
            Act::Begin(index) => {
                let (chapter, title) = (&data.chapters[index], book.chapters[index].0.clone());
                parts.0.push(begin(project, Parent::Volume(volume), (chapter, title)).await?);
            }
            Act::Draft(place, draft) => {
                let scene = parts.scene(place)?;
                let version = save(project, (scene, None), draft.text.join("\n")).await?;
                if draft.label.is_some() {
                    let label = draft.label.clone();
                    scenes::label(project, LabelVersion { scene, version, label }).await?;
                }
            }
            Act::Finish(place) => {
                let text = &book.chapters[place.0 - 1].1[place.1 - 1];
                save(project, (parts.scene(place)?, None), text.as_str().to_owned()).await?;
            }
            Act::Branch => {
                let (scene, from) = (parts.scene(data.branch.scene)?, Some(data.branch.from));
                let created =
                    branches::create(project, CreateBranch { scene, from, name: data.branch.name.clone() })
                        .await?;
                save(project, (scene, Some(created.version)), data.branch.text.join("\n")).await?;
            }
            Act::Checkpoint => {
                let (name, note) = (data.checkpoint.name.clone(), data.checkpoint.note.clone());
                checkpoints::create(project, CreateCheckpoint { name, note }).await?;
            }
        }
    }
    Ok(parts)
}

/// Checks that both files have the same chapters and scenes.
fn check_sizes(data: &Data, book: &Book) -> Result<()> {
    let planned: Vec<usize> = data.chapters.iter().map(|chapter| chapter.scenes.len()).collect();
    let written: Vec<usize> = book.chapters.iter().map(|(_, scenes)| scenes.len()).collect();
    match planned == written {
        true => Ok(()),
        false => Err(inconsistent(format!("the data has {planned:?} scenes, the text {written:?}"))),
    }
}

/// All steps, oldest first.
fn acts(data: &Data) -> Vec<(u32, Act<'_>)> {
    let mut acts = Vec::new();
    for (index, chapter) in data.chapters.iter().enumerate() {
        acts.push((chapter.begun, Act::Begin(index)));
        for (number, scene) in (1..).zip(&chapter.scenes) {
            let place = data::Place(index + 1, number);
            acts.extend(scene.drafts.iter().map(|draft| (draft.at, Act::Draft(place, draft))));
            acts.push((scene.finished, Act::Finish(place)));
        }
    }
    acts.push((data.branch.at, Act::Branch));
    acts.push((data.checkpoint.at, Act::Checkpoint));
    acts.sort_by_key(|(hours, _)| std::cmp::Reverse(*hours));
    acts
}

async fn create(project: &Project, parent: Parent, title: String) -> Result<PartId> {
    Ok(parts::create(project, CreatePart { parent, title, at: None }).await?.part)
}

/// Creates a chapter with its plan and empty scenes.
async fn begin(
    project: &Project,
    parent: Parent,
    (chapter, title): (&data::Chapter, String),
) -> Result<(wenfang_story::ChapterId, Vec<SceneId>)> {
    let part = create(project, parent, title).await?;
    let PartId::Chapter(id) = part else { return Err(inconsistent(format!("{part:?} is not a chapter"))) };
    let request = DescribePart {
        part,
        status: None,
        target: Some(Some(chapter.target)),
        synopsis: Some(chapter.synopsis.clone()),
        notes: None,
        not_for_print: None,
        goal: Some(chapter.goal.clone()),
        plan: None,
    };
    plans::describe(project, request).await?;
    let mut scenes = Vec::new();
    for scene in &chapter.scenes {
        let part = create(project, Parent::Chapter(id), scene.title.clone()).await?;
        let PartId::Scene(created) = part else {
            return Err(inconsistent(format!("{part:?} is not a scene")));
        };
        let (synopsis, plan) = (scene.synopsis.clone(), scene.plan.clone());
        let request = DescribePart {
            part,
            status: None,
            target: None,
            synopsis,
            notes: None,
            not_for_print: None,
            goal: None,
            plan,
        };
        plans::describe(project, request).await?;
        scenes.push(created);
    }
    Ok((id, scenes))
}

async fn save(
    project: &Project,
    (scene, base): (SceneId, Option<VersionNo>),
    text: String,
) -> Result<VersionNo> {
    let request = SaveScene {
        scene,
        base,
        text,
        kind: SaveKind::Explicit,
        from_draft: false,
        anchors: Vec::new(),
        spans: None,
        accepted: None,
    };
    Ok(scenes::save(project, request).await?.version)
}
