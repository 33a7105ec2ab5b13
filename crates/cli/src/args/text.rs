//! Finding and replacing, plans and days of writing on the command line.

use std::path::PathBuf;

use clap::Args;
use jiff::civil::Date;

use super::Part;

/// What to look for and where.
#[derive(Debug, Args)]
pub struct Search {
    /// The project file.
    pub file: PathBuf,
    /// The words to look for.
    pub pattern: String,
    /// Take them for a regular expression.
    #[arg(long)]
    pub regex: bool,
    /// Tell capitals from small letters.
    #[arg(long)]
    pub exact_case: bool,
    /// Find only whole words, in scripts that part words by spaces.
    #[arg(long)]
    pub whole_words: bool,
    /// Only here; in the whole manuscript when absent.
    #[command(flatten)]
    pub scope: Scope,
}

/// Where to look.
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

/// What to replace by what.
#[derive(Debug, Args)]
pub struct Replace {
    /// What to look for.
    #[command(flatten)]
    pub find: Search,
    /// The new words; with --regex `$1` and `${name}` stand for groups and `$$` for one $.
    pub replacement: String,
    /// A hit that stays as it is, as SCENE:START-END; may be given several times.
    #[arg(long, value_name = "SCENE:START-END", value_parser = hit)]
    pub except: Vec<(i64, usize, usize)>,
    /// The fingerprint that `find` gave: refuse when the texts are other ones by now.
    #[arg(long)]
    pub expected: Option<String>,
}

fn hit(text: &str) -> Result<(i64, usize, usize), String> {
    let parsed = text.split_once(':').and_then(|(scene, range)| {
        let (start, end) = range.split_once('-')?;
        Some((scene.parse().ok()?, start.parse().ok()?, end.parse().ok()?))
    });
    parsed.ok_or_else(|| "write it as SCENE:START-END".to_owned())
}

/// A replacement to take back.
#[derive(Debug, Args)]
pub struct UndoReplace {
    /// The project file.
    pub file: PathBuf,
    /// The scenes with their versions before and after, as `replace` gave them.
    #[arg(required = true, value_name = "SCENE:BEFORE:AFTER", value_parser = rewritten)]
    pub scenes: Vec<(i64, i64, i64)>,
}

/// A part of a project.
#[derive(Debug, Args)]
pub struct PartArgs {
    /// The project file.
    pub file: PathBuf,
    /// The part.
    #[command(flatten)]
    pub part: Part,
}

/// A scene or chapter to copy.
#[derive(Debug, Args)]
pub struct Duplicate {
    /// Which one.
    #[command(flatten)]
    pub of: PartArgs,
    /// The title of the copy; that of the part when absent.
    #[arg(long)]
    pub title: Option<String>,
}

/// A split or a merge to take back.
#[derive(Debug, Args)]
pub struct UndoJoin {
    /// The project file.
    pub file: PathBuf,
    /// The answer of `split` or `merge`.
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
        _ => Err("write it as SCENE:BEFORE:AFTER".to_owned()),
    }
}

/// What shall be said about a part.
#[derive(Debug, Args)]
pub struct Plan {
    /// The project file.
    pub file: PathBuf,
    /// The part.
    #[command(flatten)]
    pub part: Part,
    /// How far it is.
    #[arg(long, value_parser = ["planned", "drafting", "completed"])]
    pub status: Option<String>,
    /// Wanted length in 字.
    #[arg(long)]
    pub target: Option<u32>,
    /// No wanted length any more.
    #[arg(long, conflicts_with = "target")]
    pub no_target: bool,
    /// What happens in it.
    #[arg(long)]
    pub synopsis: Option<String>,
    /// What a chapter is for.
    #[arg(long)]
    pub goal: Option<String>,
    /// Where a scene plays.
    #[arg(long)]
    pub place: Option<String>,
    /// When a scene plays, in the time of the story.
    #[arg(long)]
    pub time: Option<String>,
    /// Who is in a scene; once for each, "" for nobody.
    #[arg(long = "character", value_name = "NAME")]
    pub characters: Option<Vec<String>>,
    /// Whose eyes a scene is seen through.
    #[arg(long)]
    pub pov: Option<String>,
    /// What stands against whom in a scene.
    #[arg(long)]
    pub conflict: Option<String>,
    /// What turns in a scene.
    #[arg(long)]
    pub turn: Option<String>,
}

/// Days of writing.
#[derive(Debug, Args)]
pub struct Days {
    /// The project file.
    pub file: PathBuf,
    /// The first day, as YYYY-MM-DD.
    #[arg(long)]
    pub from: Date,
    /// The last day, as YYYY-MM-DD.
    #[arg(long)]
    pub until: Date,
}
