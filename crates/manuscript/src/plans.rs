//! The metadata of a part of the manuscript: status, target length, synopsis, notes, goal, plan.

use serde::{Deserialize, Serialize};
use wenfang_project::{Project, parts};
use wenfang_story::{ChapterId, SceneId, ScenePlan, Status, Timestamp};
use wenfang_usecase::{Error, Result, double_option};

use crate::parts::{PartId, PartRequest};

/// Maximum length of a synopsis, in characters.
pub const MAX_SYNOPSIS_LEN: usize = 20_000;
/// Maximum length of the notes of a part, in characters.
pub const MAX_NOTES_LEN: usize = 200_000;
/// Maximum length of a plan field or of a name in it, in characters.
pub const MAX_FIELD_LEN: usize = 2_000;
/// Maximum number of names in a plan.
pub const MAX_CHARACTERS: usize = 100;

/// Changes to the metadata of a part.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(optional_fields = nullable)]
pub struct DescribePart {
    pub part: PartId,
    /// Its status; unchanged when absent. Volumes have none.
    pub status: Option<Status>,
    /// Target length in 字; `null` removes it, unchanged when absent. Volumes have none.
    #[serde(default, deserialize_with = "double_option")]
    #[ts(as = "Option<u32>")]
    pub target: Option<Option<u32>>,
    /// Its synopsis; unchanged when absent.
    pub synopsis: Option<String>,
    /// Its notes; unchanged when absent. Volumes have none.
    pub notes: Option<String>,
    /// Whether a scene is left out of every export and print; unchanged when absent. Only scenes have this.
    pub not_for_print: Option<bool>,
    /// The goal of a chapter; unchanged when absent. Only chapters have one.
    pub goal: Option<String>,
    /// Changes to the plan of a scene. Only scenes have one.
    pub plan: Option<PlanChange>,
}

/// Changes to the plan of a scene; absent fields stay unchanged.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields = nullable)]
pub struct PlanChange {
    pub location: Option<String>,
    /// When it happens, in story time.
    pub story_time: Option<String>,
    /// The characters in it; empty and repeated names are dropped.
    pub characters: Option<Vec<String>>,
    /// The point-of-view character.
    pub pov: Option<String>,
    pub conflict: Option<String>,
    pub turning_point: Option<String>,
}

impl PlanChange {
    fn apply(self, plan: &mut ScenePlan) -> Result<()> {
        let fields = [
            (self.location, &mut plan.location, "place"),
            (self.story_time, &mut plan.story_time, "time"),
            (self.pov, &mut plan.pov, "point of view"),
            (self.conflict, &mut plan.conflict, "conflict"),
            (self.turning_point, &mut plan.turning_point, "turning point"),
        ];
        for (words, field, name) in fields {
            if let Some(words) = words {
                *field = tidy(words, (name, MAX_FIELD_LEN))?;
            }
        }
        if let Some(characters) = self.characters {
            let mut names = Vec::new();
            for name in characters {
                let name = tidy(name, ("name of a character", MAX_FIELD_LEN))?;
                if !name.is_empty() && !names.contains(&name) {
                    names.push(name);
                }
            }
            if names.len() > MAX_CHARACTERS {
                return Err(Error::bad_request(
                    format!("the plan of a scene has {} characters", names.len()),
                    format!("Nothing was changed. Use at most {MAX_CHARACTERS}."),
                ));
            }
            plan.characters = names;
        }
        Ok(())
    }
}

/// A part with its metadata.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PartView {
    #[serde(flatten)]
    pub part: PartId,
    pub title: String,
    pub synopsis: String,
    /// The notes of a chapter or scene.
    pub notes: String,
    /// Whether a scene is left out of every export and print.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<_>", optional)]
    pub not_for_print: bool,
    /// Its status; none for a volume.
    pub status: Option<Status>,
    /// Target length in 字.
    pub target: Option<u32>,
    /// The goal of a chapter.
    pub goal: String,
    pub plan: Option<ScenePlan>,
    /// The scenes of a volume or chapter in reading order, without those that are in the bin on their own.
    pub scenes: Vec<SceneId>,
    /// When it was moved to the bin; none if it is not in the bin.
    pub binned_at: Option<Timestamp>,
}

/// Returns the metadata of a part.
pub async fn part(project: &Project, request: PartRequest) -> Result<PartView> {
    let mut tx = project.begin_read().await?;
    view(&mut tx, request.part).await
}

async fn view(conn: &mut sqlx::SqliteConnection, part: PartId) -> Result<PartView> {
    let empty = PartView {
        part,
        title: String::new(),
        synopsis: String::new(),
        notes: String::new(),
        not_for_print: false,
        status: None,
        target: None,
        goal: String::new(),
        plan: None,
        scenes: scenes_of(conn, part).await?,
        binned_at: None,
    };
    Ok(match part {
        PartId::Volume(id) => {
            let row = parts::require(conn, id).await?;
            let (title, synopsis) = (row.record.title, row.record.synopsis);
            PartView { title, synopsis, binned_at: row.binned_at, ..empty }
        }
        PartId::Chapter(id) => {
            let row = parts::require(conn, id).await?;
            PartView {
                title: row.record.title,
                synopsis: row.record.synopsis,
                notes: row.record.notes,
                status: Some(row.record.status),
                target: row.record.target,
                goal: row.record.goal,
                binned_at: row.binned_at,
                ..empty
            }
        }
        PartId::Scene(id) => {
            let row = parts::require(conn, id).await?;
            PartView {
                title: row.record.title,
                synopsis: row.record.synopsis,
                notes: row.record.notes,
                not_for_print: row.record.not_for_print,
                status: Some(row.record.status),
                target: row.record.target,
                plan: Some(row.record.plan),
                binned_at: row.binned_at,
                ..empty
            }
        }
    })
}

async fn scenes_of(conn: &mut sqlx::SqliteConnection, part: PartId) -> Result<Vec<SceneId>> {
    let chapters = match part {
        PartId::Volume(id) => parts::list_by_parent::<ChapterId>(conn, id).await?,
        PartId::Chapter(id) => vec![id],
        PartId::Scene(_) => Vec::new(),
    };
    let mut scenes = Vec::new();
    for chapter in chapters {
        scenes.extend(parts::list_by_parent::<SceneId>(conn, chapter).await?);
    }
    Ok(scenes)
}

/// Sets the status, target, synopsis and notes of a part, the goal of a chapter, the plan of a scene and whether it
/// is printed.
///
/// # Errors
/// An unknown part; a field that this kind of part does not have; a text that is too long. Nothing is changed then.
pub async fn describe(project: &Project, request: DescribePart) -> Result<PartView> {
    let synopsis = request.synopsis.map(|words| tidy(words, ("synopsis", MAX_SYNOPSIS_LEN))).transpose()?;
    let notes = request.notes.map(|words| tidy(words, ("notes", MAX_NOTES_LEN))).transpose()?;
    let goal = request.goal.map(|words| tidy(words, ("goal", MAX_FIELD_LEN))).transpose()?;
    if goal.is_some() && !matches!(request.part, PartId::Chapter(_)) {
        return Err(Error::bad_request("only a chapter has a goal", "Nothing was changed."));
    }
    if request.plan.is_some() && !matches!(request.part, PartId::Scene(_)) {
        return Err(Error::bad_request("only a scene has a plan", "Nothing was changed. Plan its scenes."));
    }
    if request.not_for_print.is_some() && !matches!(request.part, PartId::Scene(_)) {
        return Err(Error::bad_request(
            "only a scene can be left out of print",
            "Nothing was changed. Set it for its scenes.",
        ));
    }
    if notes.is_some() && matches!(request.part, PartId::Volume(_)) {
        return Err(Error::bad_request("a volume has no notes", "Nothing was changed. Use its chapters."));
    }
    let mut tx = project.begin_write().await?;
    match request.part {
        PartId::Volume(_) if request.status.is_some() || request.target.is_some() => {
            return Err(Error::bad_request(
                "a volume has no status and no target",
                "Nothing was changed. Set them for its chapters.",
            ));
        }
        PartId::Volume(id) => {
            let mut record = parts::require(&mut tx, id).await?.record;
            record.synopsis = synopsis.unwrap_or(record.synopsis);
            parts::update(&mut tx, id, &record).await?;
        }
        PartId::Chapter(id) => {
            let mut record = parts::require(&mut tx, id).await?.record;
            record.status = request.status.unwrap_or(record.status);
            record.target = request.target.unwrap_or(record.target);
            record.synopsis = synopsis.unwrap_or(record.synopsis);
            record.notes = notes.unwrap_or(record.notes);
            record.goal = goal.unwrap_or(record.goal);
            parts::update(&mut tx, id, &record).await?;
        }
        PartId::Scene(id) => {
            let mut record = parts::require(&mut tx, id).await?.record;
            record.status = request.status.unwrap_or(record.status);
            record.target = request.target.unwrap_or(record.target);
            record.synopsis = synopsis.unwrap_or(record.synopsis);
            record.notes = notes.unwrap_or(record.notes);
            record.not_for_print = request.not_for_print.unwrap_or(record.not_for_print);
            if let Some(plan) = request.plan {
                plan.apply(&mut record.plan)?;
            }
            parts::update(&mut tx, id, &record).await?;
        }
    }
    let view = view(&mut tx, request.part).await?;
    tx.commit().await?;
    Ok(view)
}

fn tidy(words: String, (name, longest): (&str, usize)) -> Result<String> {
    let words = wenfang_text::CanonicalText::new(words).into_string();
    let length = words.chars().count();
    if length > longest {
        return Err(Error::bad_request(
            format!("the {name} has {length} characters"),
            format!("Nothing was changed. Use at most {longest} characters."),
        ));
    }
    Ok(words.trim().to_owned())
}
