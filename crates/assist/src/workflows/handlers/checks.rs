//! The steps that check a chapter: by rules, and by a model if one is wanted.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use wenfang_engine::{Context, Done, Usage};
use wenfang_manuscript::find::FindScope;
use wenfang_project::findings;
use wenfang_story::ChapterId;
use wenfang_story::check::Rule;
use wenfang_story::generation::Act;
use wenfang_workflow::{Failure, Kind};

use super::{Asking, ChapterRequest, Step, Who, chapter_or_input, chapter_params, parse_params, spec};
use crate::checks::{CheckOutcome, Gathered, find_aside, find_in_book, gather, store};
use crate::completion::model_checks::{CheckMaterial, MODEL_RULES, ModelFindings};
use crate::completion::{By, model_checks, resolve_by};
use crate::workflows::engine_host::{EngineHost, failure, observer};
use crate::workflows::results::{BySeverity, NodeResult};

/// Parameters of a check.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Checks {
    /// The chapter; the run's chapter when absent.
    chapter: Option<i64>,
    /// Who performs the check; the run's choice when absent.
    by: Option<Who>,
    /// The rules to check; the enabled ones when absent.
    rules: Option<Vec<String>>,
}

/// Parameters of a check by rules.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RuleChecks {
    /// The chapter; the run's chapter when absent.
    chapter: Option<i64>,
    /// The rules to check; the enabled ones when absent.
    rules: Option<Vec<String>>,
}

const CHECK: Asking = (Act::Check, |engine_host, chapter| {
    Box::pin(model_checks::estimate(&engine_host.session, chapter, By::Model))
});

pub(super) fn run_consistency_checks() -> Step {
    Step {
        spec: spec::<Checks>("run_consistency_checks", Kind::Model, ("检查前后矛盾", "Consistency")),
        run: |context, params| {
            Box::pin(async move {
                let Checks { chapter, by, rules: named } = parse_params(&params)?;
                let of = ChapterRequest { chapter, by };
                let (chapter, by, permit) = chapter_params(context, of, CHECK).await?;
                let rules = rules(named)?;
                let by_rules = check(context, chapter, rules.as_deref()).await?;
                let by_model = match resolve_by(&context.host.session, Act::Check, by) {
                    By::Local => None,
                    By::Model => Some(ask(context, chapter, rules.as_deref()).await?),
                };
                drop(permit);
                Ok(storing(context, by_rules, by_model))
            })
        },
        reads: None,
        asking: Some(CHECK),
    }
}

/// The same without a model: it never waits for a step that asks one.
pub(super) fn check_by_rules() -> Step {
    Step {
        spec: spec::<RuleChecks>("check_by_rules", Kind::Cpu, ("按规则检查", "Checks by Rules")),
        run: |context, params| {
            Box::pin(async move {
                let params: RuleChecks = parse_params(&params)?;
                let chapter = chapter_or_input(context, params.chapter)?;
                let by_rules = check(context, chapter, rules(params.rules)?.as_deref()).await?;
                Ok(storing(context, by_rules, None))
            })
        },
        reads: None,
        asking: None,
    }
}

type ByRules = (Arc<Gathered>, CheckOutcome);
type ByModel = (CheckMaterial, ModelFindings);

/// Checks a chapter by the rules, in memory.
async fn check(
    context: &Context<EngineHost>,
    chapter: ChapterId,
    rules: Option<&[Rule]>,
) -> Result<ByRules, Failure> {
    let checked = async {
        let within = FindScope::Chapter(chapter);
        let gathered = Arc::new(gather(&context.host.session.project, within, rules).await?);
        let watch = &observer(context).watch;
        let outcome = match context.item {
            Some(_) => find_in_book(&context.host.session.project, &gathered, watch).await?,
            None => find_aside(&gathered, watch).await?,
        };
        Ok((gathered, outcome))
    };
    checked.await.map_err(failure)
}

/// Asks a model about the wanted rules that need one.
async fn ask(
    context: &Context<EngineHost>,
    chapter: ChapterId,
    rules: Option<&[Rule]>,
) -> Result<ByModel, Failure> {
    let wanted: Vec<Rule> =
        MODEL_RULES.into_iter().filter(|rule| rules.is_none_or(|rules| rules.contains(rule))).collect();
    let session = &context.host.session;
    model_checks::make(session, chapter, &wanted, &observer(context)).await.map_err(failure)
}

/// A result that stores what was found.
fn storing(context: &Context<EngineHost>, by_rules: ByRules, by_model: Option<ByModel>) -> Done {
    let usage = by_model.as_ref().map_or_else(Usage::default, |(_, found)| Usage {
        model: found.model.clone(),
        cost: found.took.cost.clone(),
    });
    let now = context.host.session.project.now();
    let done = Done::writing(move |conn| {
        Box::pin(async move {
            let stored = store(conn, now, (&by_rules.0, &by_rules.1)).await.map_err(failure)?;
            let mut by_severity = BySeverity::default();
            for id in &stored.found {
                let finding = findings::require(conn, *id).await.map_err(|error| failure(error.into()))?;
                by_severity.add(finding.record.severity);
            }
            let (mut found, mut dropped) = (stored.found.len(), 0);
            if let Some((material, of_model)) = &by_model {
                let stored = model_checks::store(conn, now, (material, of_model)).await.map_err(failure)?;
                found += stored.found;
                dropped = of_model.dropped;
                of_model.findings.iter().for_each(|finding| by_severity.add(finding.severity));
            }
            Ok(NodeResult::Findings { found, by_severity, chapters: 1, dropped }.output())
        })
    });
    done.by(usage)
}

/// Parses the names of rules.
fn rules(named: Option<Vec<String>>) -> Result<Option<Vec<Rule>>, Failure> {
    let Some(named) = named else { return Ok(None) };
    let rules = named.iter().map(|name| name.parse::<Rule>()).collect::<Result<Vec<_>, _>>();
    rules.map(Some).map_err(|unknown| Failure::permanent(unknown.to_string()))
}
