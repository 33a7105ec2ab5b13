//! Steps about a chapter: its summary, proposals for the graph, directions for the next chapter.

use wenfang_engine::Done;
use wenfang_project::watch::Watch;
use wenfang_story::generation::Act;
use wenfang_workflow::Kind;

use super::{Asking, ChapterRequest, Step, chapter_params, parse_params, spec, usage};
use crate::completion::{By, extraction, suggestion, summary};
use crate::workflows::engine_host::{failure, observer};
use crate::workflows::results::NodeResult;

const SUMMARY: Asking = (Act::Summary, |engine_host, chapter| {
    Box::pin(
        async move { summary::estimate(&engine_host.session, chapter, By::Model, &Watch::silent()).await },
    )
});

const EXTRACTION: Asking = (Act::Extraction, |engine_host, chapter| {
    Box::pin(
        async move { extraction::estimate(&engine_host.session, chapter, By::Model, &Watch::silent()).await },
    )
});

const SUGGESTION: Asking = (Act::Suggestion, |engine_host, chapter| {
    Box::pin(suggestion::estimate(&engine_host.session, chapter, By::Model))
});

pub(super) fn generate_summary() -> Step {
    Step {
        spec: spec::<ChapterRequest>("generate_summary", Kind::Model, ("摘要", "Summary")),
        run: |context, params| {
            Box::pin(async move {
                let (chapter, by, permit) = chapter_params(context, parse_params(&params)?, SUMMARY).await?;
                let session = &context.host.session;
                let made = summary::make(session, chapter, by, &observer(context)).await;
                let written = made.map_err(failure)?;
                drop(permit);
                let (now, usage) = (session.project.now(), usage(&written.summary.source, &written.took));
                let done = Done::writing(move |conn| {
                    Box::pin(async move {
                        let stored = summary::store(conn, now, &written).await.map_err(failure)?;
                        let (text, key_events) = (stored.text, stored.key_events);
                        Ok(NodeResult::Summary { chapter, text, key_events }.output())
                    })
                });
                Ok(done.by(usage))
            })
        },
        reads: None,
        asking: Some(SUMMARY),
    }
}

pub(super) fn extract_kg_proposals() -> Step {
    Step {
        spec: spec::<ChapterRequest>(
            "extract_kg_proposals",
            Kind::Model,
            ("整理人物与事实", "People and facts"),
        ),
        run: |context, params| {
            Box::pin(async move {
                let (chapter, by, permit) =
                    chapter_params(context, parse_params(&params)?, EXTRACTION).await?;
                let session = &context.host.session;
                let made = extraction::make(session, chapter, by, &observer(context)).await;
                let extracted = made.map_err(failure)?;
                drop(permit);
                let (now, usage) = (session.project.now(), usage(&extracted.source, &extracted.took));
                let dropped = extracted.dropped;
                let done = Done::writing(move |conn| {
                    Box::pin(async move {
                        let stored = extraction::store(conn, now, &extracted).await.map_err(failure)?;
                        let extraction::Stored { batch, applied, pending, rejected, .. } = stored;
                        Ok(NodeResult::Proposals { batch, applied, pending, rejected, dropped }.output())
                    })
                });
                Ok(done.by(usage))
            })
        },
        reads: None,
        asking: Some(EXTRACTION),
    }
}

pub(super) fn suggest_next_chapter() -> Step {
    Step {
        spec: spec::<ChapterRequest>("suggest_next_chapter", Kind::Model, ("下一章的方向", "Next chapter")),
        run: |context, params| {
            Box::pin(async move {
                let (chapter, by, permit) =
                    chapter_params(context, parse_params(&params)?, SUGGESTION).await?;
                let session = &context.host.session;
                let made = suggestion::make(session, chapter, by, &observer(context)).await;
                let suggested = made.map_err(failure)?;
                drop(permit);
                let source = suggested.items.first().map(|item| item.source.clone()).unwrap_or_default();
                let (now, usage) = (session.project.now(), usage(&source, &suggested.took));
                let done = Done::writing(move |conn| {
                    Box::pin(async move {
                        let stored = suggestion::store(conn, now, &suggested).await.map_err(failure)?;
                        Ok(NodeResult::Suggestions { chapter, suggestions: stored.items.len() }.output())
                    })
                });
                Ok(done.by(usage))
            })
        },
        reads: None,
        asking: Some(SUGGESTION),
    }
}
