//! Steps of the search index: paragraphs, vectors, and verification.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use wenfang_engine::Done;
use wenfang_recall::search::embed::embed_all;
use wenfang_recall::search::refresh::refresh;
use wenfang_recall::search::{index, previous_is_done, recreate};
use wenfang_workflow::Kind;

use super::{Step, parse_params, spec};
use crate::workflows::engine_host::{failure, observer};
use crate::workflows::results::{NamedCount, NodeResult};

/// Empty parameters.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoParams {}

/// Number of unused texts that may stay in the index, the same as while the author works.
const MAX_UNUSED_TEXTS: usize = 4_000;

fn counts(counts: &[(&str, usize)]) -> Value {
    let counts = counts.iter().map(|(name, count)| NamedCount { name: (*name).to_owned(), count: *count });
    NodeResult::Counts { counts: counts.collect() }.output()
}

pub(super) fn segment_paragraphs() -> Step {
    Step {
        spec: spec::<NoParams>("segment_paragraphs", Kind::Cpu, ("切分段落", "Paragraphs")),
        run: |context, params| {
            Box::pin(async move {
                let NoParams {} = parse_params(&params)?;
                let library = &context.host.session.library();
                let observer = observer(context);
                let refreshed = async {
                    let index = index(library).await?;
                    refresh(library, &index, usize::MAX, &observer.watch).await
                };
                let refreshed = refreshed.await.map_err(failure)?;
                Ok(Done::output(counts(&[("texts", refreshed.changed), ("paragraphs", refreshed.added)])))
            })
        },
        reads: None,
        asking: None,
    }
}

pub(super) fn embed_paragraphs() -> Step {
    Step {
        spec: spec::<NoParams>("embed_paragraphs", Kind::Cpu, ("计算语义向量", "Vectors")),
        run: |context, params| {
            Box::pin(async move {
                let NoParams {} = parse_params(&params)?;
                let library = &context.host.session.library();
                let observer = observer(context);
                let embedded = async {
                    let index = index(library).await?;
                    let embedded = embed_all(library, &index, &observer.watch).await?;
                    previous_is_done(library, &index).await?;
                    Ok(embedded)
                };
                let embedded = embedded.await.map_err(failure)?;
                Ok(Done::output(counts(&[("passages", embedded)])))
            })
        },
        reads: None,
        asking: None,
    }
}

pub(super) fn index_paragraphs() -> Step {
    Step {
        spec: spec::<NoParams>("index_paragraphs", Kind::Cpu, ("核对索引", "Index")),
        run: |context, params| {
            Box::pin(async move {
                let NoParams {} = parse_params(&params)?;
                let library = &context.host.session.library();
                let observer = observer(context);
                let state = async {
                    let known = index(library).await?;
                    if let Err(error) = known.verify().await {
                        // The index is derived data, so a damaged one is rebuilt from scratch.
                        context.log(&format!("rebuilding the index: {error}"));
                        recreate(library).await?;
                        refresh(library, &index(library).await?, usize::MAX, &observer.watch).await?;
                    }
                    let index = index(library).await?;
                    index.prune(MAX_UNUSED_TEXTS).await?;
                    index.optimize().await?;
                    let embedder = library.meaning.embedder().await;
                    Ok(index.state(&embedder.identity().key()).await?)
                };
                let state = state.await.map_err(failure)?;
                let pending = state.pending;
                Ok(Done::output(counts(&[
                    ("texts", state.sources),
                    ("paragraphs", state.paragraphs),
                    ("passages", state.embedded),
                    ("pending", pending),
                ])))
            })
        },
        reads: None,
        asking: None,
    }
}
