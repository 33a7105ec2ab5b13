//! Accuracy of the rules: as measured before release, or measured on the author's own prose.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use wenfang_checks::evaluation::{Novel, Table, evaluate as measure};
use wenfang_checks::rules::{Measured, default_on, measured};
use wenfang_project::watch::{self, Watch};
use wenfang_story::check::Rule;

use wenfang_usecase::{Code, Error, Result};

/// The novels to measure on.
#[derive(Clone, Debug, Deserialize)]
pub struct EvaluateRules {
    /// Novels in UTF-8, one per file; when empty, the figures measured before release are returned.
    pub files: Vec<PathBuf>,
}

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

/// Measures the accuracy of each rule. Planted errors must be found in the novels, and the unchanged novels
/// must pass.
///
/// # Errors
/// [`Code::FileNotFound`], [`Code::Io`]; [`Code::BadRequest`] for a file that is not UTF-8; [`Code::Stopped`]
/// between reading and measuring.
pub async fn evaluate(request: EvaluateRules) -> Result<Evaluation> {
    if request.files.is_empty() {
        return Ok(view(measured));
    }
    let watch = Watch::current();
    let table = tokio::task::spawn_blocking(move || watch::within(watch, || on_files(&request.files)))
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

fn on_files(files: &[PathBuf]) -> Result<Table> {
    let mut texts = Vec::with_capacity(files.len());
    for (done, path) in files.iter().enumerate() {
        watch::report("read", done, files.len())?;
        let bytes = wenfang_manuscript::transfer::read_file(path)?;
        let text = String::from_utf8(bytes).map_err(|_| {
            Error::bad_request(
                format!("{} is not UTF-8", path.display()),
                "Nothing was changed. Convert it to UTF-8.",
            )
        })?;
        texts.push((path.display().to_string(), text));
    }
    watch::report("read", files.len(), files.len())?;
    let novels: Vec<Novel<'_>> = texts.iter().map(|(name, text)| Novel { name, text }).collect();
    let total = Rule::ALL.iter().filter(|rule| !rule.needs_model()).count();
    let mut done = 0;
    // Measuring cannot be stopped, so the result of the progress report is ignored.
    Ok(measure(&novels, &mut |_| {
        done += 1;
        let _ = watch::report("evaluate", done, total);
    }))
}
