//! The command list: every use case over an open project, once, for every host.
//!
//! A command has a name, a request, an answer, and the tags of what it changes, by which a host knows what to ask for
//! again. Hosts dispatch with [`call`]; nothing else knows how a request becomes a use case.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wenfang_project::Project;

use crate::error::{Code, Error, Result};
use crate::{branches, checkpoints, health, manuscript, projects, scenes, transfer};

/// What a command changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    /// What is said about the novel.
    Project,
    /// Volumes, chapters, scenes, their titles and their order.
    Manuscript,
    /// The newest texts.
    Texts,
    /// Versions and branches.
    History,
    /// Drafts.
    Drafts,
    /// Checkpoints.
    Checkpoints,
}

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its name: `noun.verb`.
    pub name: &'static str,
    /// What it changes; nothing for a question.
    pub changes: &'static [Tag],
}

macro_rules! commands {
    ($($name:literal => $function:path $([$($tag:ident),*])?;)*) => {
        /// Every command over an open project.
        pub const COMMANDS: &[Command] =
            &[$(Command { name: $name, changes: &[$($(Tag::$tag),*)?] },)*];

        /// Runs a command on a project.
        ///
        /// # Errors
        /// [`Code::BadRequest`] for an unknown name or a request of the wrong shape; the use case's own errors.
        pub async fn call(project: &Project, name: &str, request: Value) -> Result<Value> {
            match name {
                $($name => answer($function(project, parse(name, request)?).await?),)*
                _ => Err(Error::bad_request(format!("there is no command {name}"), "Nothing was changed.")),
            }
        }
    };
}

commands! {
    "project.info" => projects::info;
    "project.describe" => projects::describe [Project];
    "project.back_up" => projects::back_up;
    "project.doctor" => health::doctor;
    "project.rebuild" => health::rebuild [Manuscript, History];
    "project.import" => transfer::import [Manuscript, Texts, History, Drafts, Checkpoints];
    "project.preview_import" => transfer::preview;
    "project.export" => transfer::export;
    "history.compact" => health::compact [History, Drafts, Checkpoints];
    "manuscript.outline" => manuscript::outline;
    "manuscript.create" => manuscript::create [Manuscript, Texts, History];
    "manuscript.rename" => manuscript::rename [Manuscript];
    "manuscript.move" => manuscript::move_part [Manuscript];
    "manuscript.bin" => manuscript::bin [Manuscript];
    "manuscript.list_bin" => manuscript::list_bin;
    "manuscript.preview_renumber" => manuscript::preview_renumber;
    "manuscript.renumber" => manuscript::renumber_chapters [Manuscript];
    "scene.split" => manuscript::split [Manuscript, Texts, History, Drafts];
    "scene.merge" => manuscript::merge [Manuscript, Texts, History, Drafts];
    "scene.text" => scenes::text;
    "scene.save" => scenes::save [Texts, History, Drafts];
    "scene.save_draft" => scenes::save_draft [Drafts];
    "scene.history" => scenes::history;
    "scene.diff" => scenes::diff;
    "scene.restore" => scenes::restore [Texts, History, Drafts];
    "scene.label" => scenes::label [History];
    "branch.list" => branches::list;
    "branch.create" => branches::create [History];
    "branch.adopt" => branches::adopt [Texts, History];
    "branch.merge" => branches::merge [Texts, History, Drafts];
    "checkpoint.create" => checkpoints::create [Checkpoints, Texts, History, Drafts];
    "checkpoint.list" => checkpoints::list;
    "checkpoint.compare" => checkpoints::compare;
    "checkpoint.preview_restore" => checkpoints::preview_restore;
    "checkpoint.restore" => checkpoints::restore [Project, Manuscript, Texts, History, Drafts, Checkpoints];
}

fn parse<T: DeserializeOwned>(name: &str, request: Value) -> Result<T> {
    serde_json::from_value(request).map_err(|error| {
        Error::bad_request(format!("{name}: {error}"), "Nothing was changed. Check the request.")
    })
}

fn answer(answer: impl Serialize) -> Result<Value> {
    serde_json::to_value(answer)
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_noun_and_verb_and_stand_once() {
        let mut seen = std::collections::HashSet::new();
        for command in COMMANDS {
            assert_eq!(command.name.split('.').count(), 2, "{}", command.name);
            assert!(seen.insert(command.name), "{}", command.name);
        }
    }
}
