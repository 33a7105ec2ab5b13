//! The generated data of a sample: completed chapters, and findings of the rules.

use std::sync::Arc;

use serde_json::json;
use wenfang_assist::checks::{RunCheck, SetRule, WaiveFinding};
use wenfang_assist::workflows::{StartWorkflow, WorkflowService, begin_run};
use wenfang_assist::{Session, checks, workflows};
use wenfang_manuscript::find::FindScope;
use wenfang_manuscript::parts::PartId;
use wenfang_manuscript::plans;
use wenfang_manuscript::plans::DescribePart;
use wenfang_project::Project;
use wenfang_project::watch::Watch;
use wenfang_story::check::WaiverScope;
use wenfang_story::{ChapterId, SceneId, Status};
use wenfang_usecase::Result;
use wenfang_workflow::RunStatus;

use super::data::Data;
use super::{Machine, Parts, inconsistent};

/// Runs the local completion workflow for each completed chapter.
pub(super) async fn complete(
    project: &Arc<Project>,
    (data, parts): (&Data, &Parts),
    Machine { models, meaning }: Machine,
) -> Result<()> {
    let session = Session { project: Box::new(Arc::clone(project)), models, meaning };
    let workflow_service = workflows::open(session, |_| {}).await?;
    let mut done = Ok(());
    for (chapter, (id, scenes)) in data.chapters.iter().zip(&parts.0) {
        if chapter.status == Status::Completed && done.is_ok() {
            done = complete_one(&workflow_service, *id, scenes).await;
        }
    }
    workflow_service.close().await;
    done
}

async fn complete_one(
    workflow_service: &WorkflowService,
    chapter: ChapterId,
    scenes: &[SceneId],
) -> Result<()> {
    let status = Some(Status::Completed);
    for part in scenes.iter().map(|scene| PartId::Scene(*scene)).chain([PartId::Chapter(chapter)]) {
        let request = DescribePart {
            part,
            status,
            target: None,
            synopsis: None,
            notes: None,
            not_for_print: None,
            goal: None,
            plan: None,
        };
        plans::describe(&workflow_service.session().project, request).await?;
    }
    let request = StartWorkflow {
        workflow: "chapter_completion".to_owned(),
        chapter: Some(chapter),
        input: Some(json!({ "by": "local" })),
        ceiling: None,
        agreed: None,
    };
    let run = begin_run(workflow_service, request).await?.run;
    match workflow_service.engine.wait(run).await {
        Some(RunStatus::Completed) => Ok(()),
        other => Err(inconsistent(format!("completing a chapter ended as {other:?}"))),
    }
}

/// Checks the whole book, and waives the one intended finding.
pub(super) async fn check(project: &Project, data: &Data, parts: &Parts) -> Result<()> {
    for rule in &data.rules {
        checks::set_rule(project, SetRule { rule: *rule, on: Some(true) }).await?;
    }
    let ran = checks::run(project, RunCheck { within: FindScope::default(), rules: None }, &Watch::silent())
        .await?;
    let (scene, wanted) = (parts.scene(data.waive.scene)?, &data.waive);
    let intended = ran.findings.iter().find(|found| {
        found.rule == wanted.rule && found.evidence.first().is_some_and(|place| place.scene == scene)
    });
    let finding = intended.ok_or_else(|| inconsistent("the finding to waive was not found"))?.id;
    let (scope, reason) = (WaiverScope::Intended, wanted.reason.clone());
    checks::waive(project, WaiveFinding { finding, scope, reason }).await?;
    Ok(())
}
