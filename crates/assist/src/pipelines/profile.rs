//! Profiles: the JSON format of `workflows/profiles/*.json`, read with all faults at once.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_drafting::pipeline::include::Include;
use wenfang_story::artifact::{ArtifactKind, ContentType, ShownAs, Visibility};
use wenfang_story::generation::Act;
use wenfang_workflow::read::{Document, FaultCode, sorted};
use wenfang_workflow::schema::Schema;
use wenfang_workflow::{Fault, Handlers, Words};

use super::compile::{self, Place, ProfileFault};
use super::steps;
use crate::drafting::Phase;

/// The maximum number of steps of a profile.
pub const MAX_STEPS: usize = 100;

/// The steps around a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The address of the JSON Schema, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The id of the profile: lower-case letters, digits and `_`.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]{0,63}$"))]
    pub profile_id: String,
    /// Rises with every change that affects generations.
    #[serde(default = "one")]
    #[schemars(range(min = 1))]
    pub version: u32,
    /// The title for people.
    pub title: Words,
    /// What the profile does, in one sentence.
    #[serde(default, skip_serializing_if = "is_default")]
    pub description: Words,
    /// Whether it was imported and its steps may not ask a model yet.
    #[serde(default, skip_serializing_if = "is_default")]
    pub untrusted: bool,
    /// The acts that it is for; all that write prose when absent.
    #[serde(rename = "for", default, skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<ProseAct>,
    /// How long a generation waits for steps that are not required, in seconds.
    #[serde(default = "patience", skip_serializing_if = "is_usual_patience")]
    #[schemars(range(min = 0.1, max = 600.0))]
    pub patience_s: f64,
    /// The steps before the generation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pre: Vec<Step>,
    /// The steps after it, about what the model wrote.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub post: Vec<Step>,
    /// The steps after the author accepted it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<Step>,
}

/// An act that writes prose for a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProseAct {
    Draft,
    Continue,
    Rewrite,
    Expand,
    Compress,
    Polish,
}

impl ProseAct {
    /// The act.
    pub const fn act(self) -> Act {
        match self {
            Self::Draft => Act::Draft,
            Self::Continue => Act::Continue,
            Self::Rewrite => Act::Rewrite,
            Self::Expand => Act::Expand,
            Self::Compress => Act::Compress,
            Self::Polish => Act::Polish,
        }
    }
}

/// A step of a profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The id of the step in the profile: lower-case letters, digits and `_`.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]{0,63}$"))]
    pub id: String,
    /// The title for people; defaults to the title of the handler.
    #[serde(default, skip_serializing_if = "is_default")]
    pub title: Words,
    /// The handler that does the work.
    pub handler: String,
    /// The steps of the same phase that must end before this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
    /// The params of the handler. Strings may contain references, as in a workflow.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Value>,
    /// A condition over references; if it is false, the step is skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// Whether the generation waits until the step is done, and is not begun if it fails. Without it, the generation
    /// waits for `patience_s` at most and begins without what the step would have offered.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub required: bool,
    /// Time limit of one attempt, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.001, max = 86400.0))]
    pub timeout_s: Option<f64>,
    /// The value that the step writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Writes")]
    pub writes: Option<Writes>,
}

/// A value that a step leaves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Writes {
    /// The name of the value: lower-case letters, digits and `_`. One step writes it.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]{0,63}$"))]
    pub name: String,
    /// What the value is about.
    #[serde(default, skip_serializing_if = "is_default")]
    pub subject: Subject,
    /// What the value is.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(schema_with = "kinds")]
    pub kind: ArtifactKind,
    /// Whether the value is kept when the generation has ended.
    #[serde(default, skip_serializing_if = "is_default")]
    pub access: Access,
    /// Who may see it.
    #[schemars(schema_with = "visibilities")]
    pub visibility: Visibility,
    /// Where the window shows it: `editor`, `panel:NAME` or `feed:NAME`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^(editor|(panel|feed):[a-z][a-z0-9_]{0,63})$"))]
    pub surface: Option<String>,
    /// The form of the value.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(schema_with = "content_types")]
    pub content_type: ContentType,
    /// How the window shows the versions of the value; a feed shows all of them, anything else the latest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "presentations")]
    pub shown_as: Option<ShownAs>,
    /// How many versions are kept, and for how long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Keep")]
    pub keep: Option<Keep>,
    /// Where the value goes into the prompts of later generations, or of this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Include")]
    pub include: Option<Include>,
}

/// What a value is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    Novel,
    Volume,
    Chapter,
    #[default]
    Scene,
}

/// How long a value lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// As long as the generation.
    RunOnly,
    /// In the project.
    #[default]
    Persisted,
}

/// How many versions of a value are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Keep {
    /// The number of versions; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000))]
    pub versions: Option<u32>,
    /// The number of days; for ever when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 36_500))]
    pub days: Option<u32>,
}

/// The schema of a name among those that stored artifacts can have.
fn names(names: &[&str]) -> schemars::Schema {
    schemars::json_schema!({ "type": "string", "enum": names })
}

fn kinds(_: &mut SchemaGenerator) -> schemars::Schema {
    names(&ArtifactKind::ALL.map(ArtifactKind::as_str))
}

fn visibilities(_: &mut SchemaGenerator) -> schemars::Schema {
    names(&Visibility::ALL.map(Visibility::as_str))
}

fn content_types(_: &mut SchemaGenerator) -> schemars::Schema {
    names(&ContentType::ALL.map(ContentType::as_str))
}

fn presentations(_: &mut SchemaGenerator) -> schemars::Schema {
    names(&ShownAs::ALL.map(ShownAs::as_str))
}

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
}

fn is_yes(value: &bool) -> bool {
    *value
}

/// The usual patience with steps that are not required, in seconds: twice what a short answer of a model takes.
const PATIENCE_S: f64 = 20.0;

fn patience() -> f64 {
    PATIENCE_S
}

fn is_usual_patience(value: &f64) -> bool {
    (value - PATIENCE_S).abs() < f64::EPSILON
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

static SCHEMA: LazyLock<Schema> = LazyLock::new(Schema::of::<Profile>);

/// The JSON Schema of a profile.
pub fn schema() -> &'static Value {
    SCHEMA.json()
}

impl Profile {
    /// Every step with its phase and its place in the profile, in order.
    pub fn steps(&self) -> impl Iterator<Item = (Place, &Step)> {
        let phases = [(Phase::Pre, &self.pre), (Phase::Post, &self.post), (Phase::Settled, &self.settled)];
        phases.into_iter().flat_map(|(phase, steps)| {
            steps.iter().enumerate().map(move |(at, step)| (Place { phase, at }, step))
        })
    }

    /// Whether it is for an act.
    pub fn is_for(&self, act: Act) -> bool {
        self.acts.is_empty() || self.acts.iter().any(|own| own.act() == act)
    }
}

/// Reads a profile.
///
/// # Errors
/// All faults, in the order of the text.
pub fn read(text: &str, handlers: &Handlers) -> Result<Profile, Vec<Fault>> {
    let document = Document::parse(text)?;
    let mut faults = Vec::new();
    let Some(profile) = document.typed::<Profile>(&SCHEMA, &mut faults) else {
        return Err(sorted(faults));
    };
    let mut wrong = contradictions(&profile);
    wrong.extend(compile::faults(&profile, handlers));
    let told = |fault: ProfileFault| document.fault_of_written(&fault.pointer, fault.code, fault.message);
    faults.extend(wrong.into_iter().filter_map(told));
    if faults.is_empty() { Ok(profile) } else { Err(sorted(faults)) }
}

/// A fault at a place of a profile that can be read.
pub(crate) fn fault_at(text: &str, pointer: &str, code: FaultCode, message: String) -> Fault {
    match Document::parse(text) {
        Ok(document) => document.fault(pointer, code, message),
        Err(_) => Fault { line: 1, column: 1, pointer: pointer.to_owned(), code, message },
    }
}

/// What the schema cannot say.
fn contradictions(profile: &Profile) -> Vec<ProfileFault> {
    let mut faults = Vec::new();
    let count = profile.steps().count();
    if count > MAX_STEPS {
        let message = format!("the profile has {count} steps; the maximum is {MAX_STEPS}");
        faults.push(ProfileFault::new(String::new(), FaultCode::TooMany, message));
    }
    let mut writers: HashMap<&str, &str> = HashMap::new();
    for (place, step) in profile.steps() {
        let pointer = format!("{}/writes", place.pointer());
        if let Some((field, code, message)) = steps::miswritten(&step.handler, step.writes.as_ref()) {
            let pointer = if field.is_empty() { place.pointer() } else { format!("{pointer}/{field}") };
            faults.push(ProfileFault::new(pointer, code, message));
        }
        let Some(writes) = &step.writes else { continue };
        if let Some(other) = writers.insert(&writes.name, &step.id) {
            let message = format!("`{}` is written by `{other}`; a value has one writer", writes.name);
            faults.push(ProfileFault::new(format!("{pointer}/name"), FaultCode::TwoWriters, message));
        }
        faults
            .extend(contradiction(writes, place).map(|(field, code, message)| {
                ProfileFault::new(format!("{pointer}/{field}"), code, message)
            }));
    }
    faults
}

/// A field of a value, and what is wrong with it.
pub(super) type Contradiction = (&'static str, FaultCode, &'static str);

/// The settings of a value that exclude each other, each with the field that is at fault.
fn contradiction(writes: &Writes, place: Place) -> impl Iterator<Item = Contradiction> {
    let is_of_run = writes.access == Access::RunOnly;
    [
        (
            writes.surface.is_some() && !writes.visibility.is_for_author(),
            ("surface", FaultCode::NotForAuthor, "the window does not show a value of this visibility"),
        ),
        (
            writes.include.is_some() && !writes.visibility.is_for_prompts(),
            ("include", FaultCode::NotForPrompts, "a prompt does not hold a value of this visibility"),
        ),
        (
            writes.keep.is_some() && is_of_run,
            ("keep", FaultCode::NotKept, "a value with `run_only` is not kept"),
        ),
        (
            writes.surface.is_some() && is_of_run,
            (
                "surface",
                FaultCode::NotShown,
                "a value with `run_only` has ended when the window would show it",
            ),
        ),
        (
            // Nobody has accepted what a model wrote yet.
            place.phase == Phase::Post && writes.visibility.is_for_prompts(),
            (
                "visibility",
                FaultCode::NotAccepted,
                "a step in `post` knows texts that are not accepted; no prompt may hold its value",
            ),
        ),
        (
            is_of_run && place.phase != Phase::Pre,
            (
                "access",
                FaultCode::TooLate,
                "only a step in `pre` can leave a value for the generation of its own run",
            ),
        ),
    ]
    .into_iter()
    .filter_map(|(is_wrong, fault)| is_wrong.then_some(fault))
}

#[cfg(test)]
mod tests;
