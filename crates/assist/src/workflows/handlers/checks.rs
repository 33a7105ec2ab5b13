//! The step that checks a chapter by rules, and by a model if one is wanted.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use wenfang_engine::{Done, Usage};
use wenfang_manuscript::find::FindScope;
use wenfang_project::findings;
use wenfang_story::check::Rule;
use wenfang_story::generation::Act;
use wenfang_workflow::{Failure, Kind};

use super::{Asking, Step, Who, chapter_params, parse_params, spec};
use crate::checks::{find_aside, gather, store};
use crate::completion::model_checks::MODEL_RULES;
use crate::completion::{By, model_checks, resolve_by};
use crate::workflows::engine_host::{failure, observer};
use crate::workflows::results::{BySeverity, NodeResult};

/// Parameters of a check.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Checks {
    /// The chapter; the run's chapter when absent.
    #[serde(rename = "chapter")]
    _chapter: Option<i64>,
    /// Who performs the check; the run's choice when absent.
    #[serde(rename = "by")]
    _by: Option<Who>,
    /// The rules to check; the enabled ones when absent.
    rules: Option<Vec<String>>,
}

const CHECK: Asking = (Act::Check, |engine_host, chapter| {
    Box::pin(model_checks::estimate(&engine_host.session, chapter, By::Model))
});

pub(super) fn run_consistency_checks() -> Step {
    Step {
        spec: spec::<Checks>("run_consistency_checks", Kind::Cpu, ("检查前后矛盾", "Consistency")),
        run: |context, params| {
            Box::pin(async move {
                let named: Checks = parse_params(&params)?;
                let mut of = (*params).clone();
                if let Some(of) = of.as_object_mut() {
                    of.shift_remove("rules");
                }
                let (chapter, by, permit) = chapter_params(context, &of, CHECK).await?;
                let rules = rules(named.rules)?;
                let session = &context.host.session;
                let observer = observer(context);
                let checked = async {
                    let within = FindScope::Chapter(chapter);
                    let gathered = Arc::new(gather(&session.project, within, rules.as_deref()).await?);
                    let ran = find_aside(&gathered, &observer.watch).await?;
                    if resolve_by(session, Act::Check, by) == By::Local {
                        return Ok((gathered, ran, None));
                    }
                    let wanted = model_rules(rules.as_deref());
                    let by_model = model_checks::make(session, chapter, &wanted, &observer).await?;
                    Ok((gathered, ran, Some(by_model)))
                };
                let (gathered, ran, by_model) = checked.await.map_err(failure)?;
                drop(permit);
                let usage = by_model.as_ref().map_or_else(Usage::default, |(_, found)| Usage {
                    model: found.model.clone(),
                    cost: found.took.cost.clone(),
                });
                let now = session.project.now();
                let done = Done::writing(move |conn| {
                    Box::pin(async move {
                        let stored = store(conn, now, (&gathered, &ran)).await.map_err(failure)?;
                        let mut by_severity = BySeverity::default();
                        for id in &stored.found {
                            let finding =
                                findings::require(conn, *id).await.map_err(|error| failure(error.into()))?;
                            by_severity.add(finding.record.severity);
                        }
                        let (mut found, mut dropped) = (stored.found.len(), 0);
                        if let Some((material, of_model)) = &by_model {
                            let stored = model_checks::store(conn, now, (material, of_model))
                                .await
                                .map_err(failure)?;
                            found += stored.found;
                            dropped = of_model.dropped;
                            of_model.findings.iter().for_each(|finding| by_severity.add(finding.severity));
                        }
                        Ok(NodeResult::Findings { found, by_severity, chapters: 1, dropped }.output())
                    })
                });
                Ok(done.by(usage))
            })
        },
        reads: None,
        asking: Some(CHECK),
    }
}

/// Parses the names of rules.
fn rules(named: Option<Vec<String>>) -> Result<Option<Vec<Rule>>, Failure> {
    let Some(named) = named else { return Ok(None) };
    let rules = named.iter().map(|name| name.parse::<Rule>()).collect::<Result<Vec<_>, _>>();
    rules.map(Some).map_err(|unknown| Failure::permanent(unknown.to_string()))
}

/// The wanted rules that need a model.
fn model_rules(rules: Option<&[Rule]>) -> Vec<Rule> {
    MODEL_RULES.into_iter().filter(|rule| rules.is_none_or(|rules| rules.contains(rule))).collect()
}
