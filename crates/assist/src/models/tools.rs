//! `mending.json`: which tools mend issues, by kind and severity.
//!
//! Only what the author changed is stored, so that the rest goes with the program. A mending that was begun keeps the
//! tools that it began with.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use wenfang_story::check::{ErrorKind, Severity};
use wenfang_story::mend::{NamedTools, Tool, ToolSetting, ToolTable, choice_of_kind, with_settings};
use wenfang_usecase::files::{self, Read};
use wenfang_usecase::{Error, NoParams, Result};

use super::Models;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Stored {
    tools: Vec<ToolSetting>,
}

/// The tools of mending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct MendTools {
    /// For each kind and severity, the kinds in display order and the highest severity first.
    pub rows: Vec<MendToolRow>,
}

/// The tools for the issues of one kind and severity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct MendToolRow {
    pub kind: ErrorKind,
    pub severity: Severity,
    /// In order of preference: the first that can be used is taken, and the author if none can.
    pub tools: Vec<Tool>,
    /// Whether the author is asked before the tool is used.
    pub asks_first: bool,
    /// Whether the author changed it.
    pub is_changed: bool,
}

/// Tools to set.
#[derive(Clone, Debug, Default, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct SetMendTools {
    /// The kinds and severities to change. The others stay.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub rows: Vec<NamedTools>,
    /// Whether all others are as shipped again.
    #[serde(default)]
    #[ts(as = "Option<_>", optional)]
    pub reset: bool,
}

impl Models {
    fn tools_path(&self) -> PathBuf {
        self.inner.folder.join("mending.json")
    }

    /// What the author changed. A file that cannot be read is set aside, and nothing is changed.
    fn tool_settings(&self) -> Vec<ToolSetting> {
        match files::read::<Stored>(&self.tools_path()) {
            Read::Found(stored) => stored.tools,
            Read::Absent | Read::Broken => Vec::new(),
        }
    }

    /// The tools of mending, as the author wants them.
    pub(crate) fn tools(&self) -> ToolTable {
        with_settings(&self.tool_settings())
    }
}

/// Lists the tools of mending.
pub async fn list(models: &Models, _: NoParams) -> Result<MendTools> {
    Ok(view(&models.tool_settings()))
}

fn view(settings: &[ToolSetting]) -> MendTools {
    let table = with_settings(settings);
    let row = |kind: ErrorKind, severity: Severity| {
        let choice = choice_of_kind(&table, kind, severity);
        let is_changed = settings.iter().any(|set| (set.kind, set.severity) == (kind, severity));
        MendToolRow { kind, severity, tools: choice.tools, asks_first: choice.asks_first, is_changed }
    };
    let severities = || Severity::ALL.into_iter().rev();
    let rows = ErrorKind::ALL.into_iter().flat_map(|kind| severities().map(move |severity| (kind, severity)));
    MendTools { rows: rows.map(|(kind, severity)| row(kind, severity)).collect() }
}

/// Sets the tools of mending. Mendings that were begun keep theirs.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) with every fault of every row. Nothing is changed then.
pub async fn set(models: &Models, request: SetMendTools) -> Result<MendTools> {
    let new = ToolSetting::read(&request.rows).map_err(|faults| {
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Error::bad_request(told.join("; "), "Nothing was changed. Correct these values.")
            .with(serde_json::json!({ "faults": faults }))
    })?;
    let mut settings = if request.reset { Vec::new() } else { models.tool_settings() };
    settings.retain(|old| new.iter().all(|new| (new.kind, new.severity) != (old.kind, old.severity)));
    settings.extend(new);
    // What is as shipped goes with the program.
    let usual = ToolTable::default();
    settings.retain(|set| choice_of_kind(&usual, set.kind, set.severity) != set.choice);
    settings.sort_by_key(|set| (set.kind.as_str(), set.severity));
    files::write(&models.tools_path(), &Stored { tools: settings.clone() })?;
    Ok(view(&settings))
}
