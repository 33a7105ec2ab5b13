//! The value that a step leaves: where it is kept, and who gets it, as the profile says.

use serde_json::{Map, Value, json};
use sqlx::SqliteConnection;
use wenfang_drafting::pipeline::text::text_of;
use wenfang_drafting::prompts::Language;
use wenfang_project::artifacts::{self, Artifact, Keep, NewVersion};
use wenfang_project::{parts, scene_versions};
use wenfang_story::artifact::{self, ArtifactPlace, ContentType, MadeBy, ShownAs, Visibility};
use wenfang_story::{GenerationId, RunId, SceneId, Timestamp};
use wenfang_usecase::Result;

use super::effect::{Effect, Offer};
use super::profile::{Access, Profile, Step, Subject, Writes};
use crate::drafting::Phase;

/// The artifact that a step writes.
#[derive(Clone, Debug)]
pub(crate) struct Destination {
    writes: Writes,
    subject: artifact::Subject,
    /// `profile/step`.
    writer: String,
    /// The newest version when the step began.
    based_on: Option<i64>,
    at: ArtifactPlace,
    generation: Option<GenerationId>,
}

/// What a step writes about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    pub(crate) scene: SceneId,
    /// The version of the scene's text; the newest of its main line when absent.
    pub(crate) version: Option<wenfang_story::VersionNo>,
    pub(crate) generation: Option<GenerationId>,
}

impl Destination {
    /// The artifact of a step; `None` if the step leaves nothing in the project.
    ///
    /// # Errors
    /// An unknown scene; a name that another step writes.
    pub(crate) async fn of(
        conn: &mut SqliteConnection,
        (profile, step): (&Profile, &Step),
        about: About,
    ) -> Result<Option<Self>> {
        let Some(writes) = step.writes.clone().filter(|writes| writes.access == Access::Persisted) else {
            return Ok(None);
        };
        let subject = subject(conn, writes.subject, about.scene).await?;
        let writer = format!("{}/{}", profile.profile_id, step.id);
        if let Some(other) = artifacts::writer_of(conn, &writes.name).await?.filter(|other| *other != writer)
        {
            return Err(wenfang_project::Error::ArtifactOfOther { name: writes.name, writer: other }.into());
        }
        let version = match about.version {
            Some(version) => version,
            None => scene_versions::head(conn, about.scene).await?.version,
        };
        Ok(Some(Self {
            based_on: artifacts::newest_version(conn, &subject.tag(&writes.name)).await?,
            writer,
            at: ArtifactPlace { scene: about.scene, version: Some(version) },
            generation: about.generation,
            subject,
            writes,
        }))
    }

    /// Writes a value. Returns what was written, for the output of the step; `None` if the author wrote a newer version
    /// since the step began, which stays.
    ///
    /// # Errors
    /// Those of the project file.
    pub(crate) async fn put(
        &self,
        conn: &mut SqliteConnection,
        (value, language): (&Value, Language),
        (run, step): (RunId, &str),
        now: Timestamp,
    ) -> Result<Option<Value>> {
        let writes = &self.writes;
        let text = stored(writes.content_type, value, language);
        let include = writes.include.and_then(|include| serde_json::to_string(&include).ok());
        let keep = writes.keep.map_or(Keep::ALL, |keep| Keep { versions: keep.versions, days: keep.days });
        let artifact = Artifact {
            visibility: writes.visibility,
            surface: writes.surface.as_deref(),
            content_type: writes.content_type,
            shown_as: writes.shown_as.unwrap_or(usual_presentation(writes)),
            include: include.as_deref(),
            keep,
            ..Artifact::new(&writes.name, self.subject, writes.kind, &self.writer)
        };
        let new = NewVersion {
            value: &text,
            based_on: self.based_on,
            at: Some(self.at),
            run: Some((run, step)),
            generation: self.generation,
            made_by: MadeBy::Step,
        };
        let version = match artifacts::put(conn, &artifact, new, now).await {
            Ok(version) => version,
            Err(wenfang_project::Error::StaleArtifact { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(Some(json!({
            "name": writes.name, "subject": self.subject, "version": version, "based_on": self.based_on,
        })))
    }
}

/// A feed shows each of its values, anything else the newest.
fn usual_presentation(writes: &Writes) -> ShownAs {
    let is_feed = writes.surface.as_deref().is_some_and(|surface| surface.starts_with("feed:"));
    if is_feed { ShownAs::Timeline } else { ShownAs::Latest }
}

async fn subject(conn: &mut SqliteConnection, kind: Subject, scene: SceneId) -> Result<artifact::Subject> {
    let chapter = parts::require(conn, scene).await?.parent;
    Ok(match kind {
        Subject::Scene => artifact::Subject::Scene(scene),
        Subject::Chapter => artifact::Subject::Chapter(chapter),
        Subject::Volume => artifact::Subject::Volume(parts::require(conn, chapter).await?.parent),
        Subject::Novel => artifact::Subject::Novel,
    })
}

/// A value in the form of its artifact. JSON in another form is one line for each key.
fn stored(form: ContentType, value: &Value, language: Language) -> String {
    match (form, value) {
        (ContentType::Json, value) => value.to_string(),
        (ContentType::Text | ContentType::Markdown, Value::String(text)) => text.clone(),
        (ContentType::Text | ContentType::Markdown, value) => {
            text_of(ContentType::Json, &value.to_string(), language)
        }
    }
}

/// The effects of a step as its `writes` says. What is not for prompts is offered to none; what prompts include goes to
/// the layer of its `include`; a step that says no value leaves its notes. Without `writes` there is no value.
pub(crate) fn as_written(
    mut effects: Vec<Effect>,
    writes: Option<&Writes>,
    (phase, language): (Phase, Language),
) -> Vec<Effect> {
    let Some(writes) = writes else {
        effects.retain(|effect| !matches!(effect, Effect::Write { .. }));
        return effects;
    };
    let value = value_of(&effects);
    effects.retain(|effect| !matches!(effect, Effect::Write { .. }));
    if !writes.visibility.is_for_prompts() {
        effects.retain(|effect| !matches!(effect, Effect::Offer(_)));
    } else if let Some(include) = writes.include.filter(|_| phase == Phase::Pre) {
        let mut is_offered = false;
        for effect in &mut effects {
            if let Effect::Offer(offer) = effect {
                (offer.layer, offer.priority, is_offered) = (include.layer, include.priority, true);
            }
        }
        if let Some(value) = value.as_ref().filter(|_| !is_offered) {
            let text = stored(ContentType::Text, value, language);
            effects.push(Effect::Offer(Offer { layer: include.layer, text, priority: include.priority }));
        }
    }
    // The output of a node can be seen; what no one may see is not part of it.
    let is_seen = writes.access == Access::Persisted || writes.visibility != Visibility::Internal;
    effects.extend(value.filter(|_| is_seen).map(|value| Effect::Write { value }));
    effects
}

/// The value that a step leaves: what it wrote last, or else what it noted.
fn value_of(effects: &[Effect]) -> Option<Value> {
    let written = effects.iter().rev().find_map(|effect| match effect {
        Effect::Write { value } => Some(value.clone()),
        _ => None,
    });
    written.or_else(|| {
        let notes = notes(effects);
        (!notes.is_empty()).then_some(Value::Object(notes))
    })
}

/// What a step noted.
pub(crate) fn notes(effects: &[Effect]) -> Map<String, Value> {
    let mut notes = Map::new();
    for effect in effects {
        if let Effect::Note { values: Value::Object(values) } = effect {
            notes.extend(values.clone());
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipelines::effect::Layer;

    fn writes(json: Value) -> Writes {
        serde_json::from_value(json).unwrap()
    }

    fn offer(layer: Layer, priority: i32) -> Effect {
        Effect::Offer(Offer { layer, text: "一".to_owned(), priority })
    }

    fn shaped(effects: Vec<Effect>, writes: Option<Value>) -> Vec<Effect> {
        let writes = writes.map(self::writes);
        as_written(effects, writes.as_ref(), (Phase::Pre, Language::Zh))
    }

    fn value() -> Effect {
        Effect::Write { value: json!({ "局面": "等人" }) }
    }

    #[test]
    fn a_value_without_writes_is_not_kept() {
        assert_eq!(shaped(vec![value(), offer(Layer::Notes, 2)], None), [offer(Layer::Notes, 2)]);
    }

    #[test]
    fn offers_go_where_the_profile_says() {
        let include = json!({ "layer": "structured", "priority": 7 });
        let kept = json!({ "name": "a", "visibility": "prompt_only", "include": include });
        assert_eq!(
            shaped(vec![offer(Layer::Notes, 2), value()], Some(kept.clone())),
            [offer(Layer::Structured, 7), value()]
        );
        let text = "局面：等人".to_owned();
        let made = Effect::Offer(Offer { layer: Layer::Structured, text, priority: 7 });
        assert_eq!(shaped(vec![value()], Some(kept)), [made, value()]);
    }

    #[test]
    fn what_is_not_for_prompts_is_not_offered() {
        for visibility in ["ui_only", "internal"] {
            let writes = json!({ "name": "a", "visibility": visibility });
            assert_eq!(shaped(vec![offer(Layer::Notes, 2), value()], Some(writes)), [value()]);
        }
        let hidden = json!({ "name": "a", "visibility": "internal", "access": "run_only" });
        assert_eq!(shaped(vec![offer(Layer::Notes, 2), value()], Some(hidden)), []);
    }

    #[test]
    fn a_step_without_a_value_leaves_its_notes() {
        let note = Effect::Note { values: json!({ "people": 2 }) };
        let writes = json!({ "name": "a", "visibility": "ui_only" });
        let left = Effect::Write { value: json!({ "people": 2 }) };
        assert_eq!(shaped(vec![note.clone()], Some(writes)), [note, left]);
    }
}
