//! Accuracy of the rules: as measured before release, or measured on the author's own prose.

use std::path::PathBuf;

use serde::Serialize;
use wenfang_checks::rules::{Measured, default_on, measured};
use wenfang_evaluation::{Novel, Table, evaluate as measure};
use wenfang_story::check::Rule;
use wenfang_studio::watch::Watch;
use wenfang_studio::{Code, Error, Result, transfer};

/// The accuracy of the rules.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    /// All rules that do not need a model.
    pub rules: Vec<MeasuredRule>,
}

/// The accuracy of a rule.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MeasuredRule {
    pub rule: Rule,
    /// Whether the rule is on by default.
    pub default_on: bool,
    /// Whether these figures meet the bar for that; none if nothing was measured.
    pub good: Option<bool>,
    pub measured: Option<Measured>,
}

/// Measures the accuracy of each rule on novels in UTF-8, one per file; without files, returns the figures measured
/// before release. Planted errors must be found in the novels, and the unchanged novels
/// must pass.
///
/// # Errors
/// [`Code::FileNotFound`], [`Code::Io`]; [`Code::BadRequest`] for a file that is not UTF-8; [`Code::Stopped`]
/// between reading and measuring.
pub async fn evaluate(files: Vec<PathBuf>, watch: Watch) -> Result<Evaluation> {
    if files.is_empty() {
        return Ok(view(measured));
    }
    let table = tokio::task::spawn_blocking(move || on_files(&files, &watch))
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))??;
    Ok(view(|rule| table.0.get(rule.as_str()).copied()))
}

fn view(figures: impl Fn(Rule) -> Option<Measured>) -> Evaluation {
    let rules = Rule::ALL.into_iter().filter(|rule| !rule.needs_model()).map(|rule| {
        let measured = figures(rule);
        let good = measured.map(|measured| measured.is_good());
        MeasuredRule { rule, default_on: default_on(rule), good, measured }
    });
    Evaluation { rules: rules.collect() }
}

fn on_files(files: &[PathBuf], watch: &Watch) -> Result<Table> {
    let mut texts = Vec::with_capacity(files.len());
    for (done, path) in files.iter().enumerate() {
        watch.report("read", done, files.len())?;
        let bytes = transfer::read_file(path)?;
        let text = String::from_utf8(bytes).map_err(|_| {
            Error::bad_request(
                format!("{} is not UTF-8", path.display()),
                "Nothing was changed. Convert it to UTF-8.",
            )
        })?;
        texts.push((path.display().to_string(), text));
    }
    watch.report("read", files.len(), files.len())?;
    let novels: Vec<Novel<'_>> = texts.iter().map(|(name, text)| Novel { name, text }).collect();
    let total = Rule::ALL.iter().filter(|rule| !rule.needs_model()).count();
    let mut done = 0;
    // Measuring cannot be stopped, so the result of the progress report is ignored.
    Ok(measure(&novels, &mut |_| {
        done += 1;
        let _ = watch.report("evaluate", done, total);
    }))
}
