//! Arguments for find and replace, plans and writing days.

use std::path::PathBuf;

use clap::Args;
use jiff::civil::Date;

use super::Part;

#[derive(Debug, Args)]
pub struct Search {
    /// Project file.
    pub file: PathBuf,
    /// Text to find.
    pub pattern: String,
    /// Treat the text as a regular expression.
    #[arg(long)]
    pub regex: bool,
    /// Match case.
    #[arg(long)]
    pub exact_case: bool,
    /// Match whole words only, in scripts with spaces between words.
    #[arg(long)]
    pub whole_words: bool,
    #[command(flatten)]
    pub scope: Scope,
}

/// The part of the manuscript to search.
#[derive(Debug, Args)]
#[group(required = false, multiple = false)]
pub struct Scope {
    /// Only in this chapter.
    #[arg(long)]
    pub chapter: Option<i64>,
    /// Only in this scene.
    #[arg(long)]
    pub scene: Option<i64>,
}

#[derive(Debug, Args)]
pub struct Replace {
    #[command(flatten)]
    pub find: Search,
    /// Replacement; with --regex, `$1` and `${name}` insert groups and `$$` inserts $.
    pub replacement: String,
    /// Hit to leave unchanged, as SCENE:START-END; may be repeated.
    #[arg(long, value_name = "SCENE:START-END", value_parser = hit)]
    pub except: Vec<(i64, usize, usize)>,
    /// Fingerprint printed by `find`; refuse if the texts have changed since.
    #[arg(long)]
    pub expected: Option<String>,
}

fn hit(text: &str) -> Result<(i64, usize, usize), String> {
    let parsed = text.split_once(':').and_then(|(scene, range)| {
        let (start, end) = range.split_once('-')?;
        Some((scene.parse().ok()?, start.parse().ok()?, end.parse().ok()?))
    });
    parsed.ok_or_else(|| "expected SCENE:START-END".to_owned())
}

#[derive(Debug, Args)]
pub struct UndoReplace {
    /// Project file.
    pub file: PathBuf,
    /// Scenes with their versions before and after, as printed by `replace`.
    #[arg(required = true, value_name = "SCENE:BEFORE:AFTER", value_parser = rewritten)]
    pub scenes: Vec<(i64, i64, i64)>,
}

#[derive(Debug, Args)]
pub struct PartArgs {
    /// Project file.
    pub file: PathBuf,
    #[command(flatten)]
    pub part: Part,
}

#[derive(Debug, Args)]
pub struct Duplicate {
    #[command(flatten)]
    pub of: PartArgs,
    /// Title of the copy; the same title if omitted.
    #[arg(long)]
    pub title: Option<String>,
}

#[derive(Debug, Args)]
pub struct UndoJoin {
    /// Project file.
    pub file: PathBuf,
    /// Output of `split` or `merge`.
    #[arg(value_name = "JSON", value_parser = json)]
    pub given: serde_json::Value,
}

fn json(text: &str) -> Result<serde_json::Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn rewritten(text: &str) -> Result<(i64, i64, i64), String> {
    let numbers: Result<Vec<i64>, _> = text.split(':').map(str::parse).collect();
    match numbers.as_deref() {
        Ok([scene, before, after]) => Ok((*scene, *before, *after)),
        _ => Err("expected SCENE:BEFORE:AFTER".to_owned()),
    }
}

#[derive(Debug, Args)]
pub struct Plan {
    /// Project file.
    pub file: PathBuf,
    #[command(flatten)]
    pub part: Part,
    /// Status.
    #[arg(long, value_parser = ["planned", "drafting", "completed"])]
    pub status: Option<String>,
    /// Target length in 字.
    #[arg(long)]
    pub target: Option<u32>,
    /// Remove the target length.
    #[arg(long, conflicts_with = "target")]
    pub no_target: bool,
    /// Synopsis.
    #[arg(long)]
    pub synopsis: Option<String>,
    /// Notes of a chapter or scene.
    #[arg(long)]
    pub notes: Option<String>,
    /// Whether a scene is left out of exports.
    #[arg(long)]
    pub not_for_print: Option<bool>,
    /// Goal of a chapter.
    #[arg(long)]
    pub goal: Option<String>,
    /// Place of a scene.
    #[arg(long)]
    pub place: Option<String>,
    /// Time of a scene, in the time of the story.
    #[arg(long)]
    pub time: Option<String>,
    /// Character in a scene; may be repeated; "" for none.
    #[arg(long = "character", value_name = "NAME")]
    pub characters: Option<Vec<String>>,
    /// Point of view of a scene.
    #[arg(long)]
    pub pov: Option<String>,
    /// Conflict of a scene.
    #[arg(long)]
    pub conflict: Option<String>,
    /// Turning point of a scene.
    #[arg(long)]
    pub turn: Option<String>,
}

#[derive(Debug, Args)]
pub struct Days {
    /// Project file.
    pub file: PathBuf,
    /// First day, as YYYY-MM-DD.
    #[arg(long)]
    pub from: Date,
    /// Last day, as YYYY-MM-DD.
    #[arg(long)]
    pub until: Date,
}
