//! What the steps after an acceptance read: the accepted text, and nothing else that a model wrote.

use wenfang_drafting::pipeline::text::text_of;
use wenfang_drafting::prompts::Language;
use wenfang_drafting::receipt::AskedPassage;
use wenfang_project::{artifacts, meta, parts};
use wenfang_story::generation::Act;
use wenfang_text::{CharRange, TextIndex};
use wenfang_usecase::{Error, Result};
use wenfang_versions as versions;

use super::Turn;
use crate::artifacts::view::view;
use crate::drafting::{ValueQuestion, max_text};

/// A question about the scene of an accepted text, as the author saved it. A long scene is shown from its end.
pub(super) async fn question(turn: &Turn<'_>, act: Act) -> Result<(ValueQuestion, Language)> {
    let Some(accepted) = turn.accepted else {
        return Err(Error::bad_request(
            format!("step {} is run for no accepted text", turn.step),
            "Nothing was sent. Put the step into `settled`.",
        ));
    };
    let mut tx = turn.session.project.begin_read().await?;
    let language = Language::for_novel(meta::require(&mut tx).await?.novel_language());
    let chapter = parts::require(&mut tx, accepted.scene).await?.parent;
    let (version, text) = versions::text(&mut tx, accepted.scene, Some(accepted.version)).await?;
    drop(tx);
    let index = TextIndex::new(&text);
    let start = index.len().saturating_sub(max_text(turn.session, act));
    let range = CharRange::new(start, index.len());
    let question = ValueQuestion {
        text: index.slice(range).to_owned(),
        passages: vec![AskedPassage::new((accepted.scene, version.version), &text, range)],
        ..ValueQuestion::new(act, accepted.scene, chapter)
    };
    Ok((question, language))
}

/// The question about a text that is not accepted yet: what it will contain is named in 〔〕.
pub(super) async fn question_to_come(turn: &Turn<'_>, act: Act) -> Result<(ValueQuestion, Language)> {
    let mut tx = turn.session.project.begin_read().await?;
    let language = Language::for_novel(meta::require(&mut tx).await?.novel_language());
    let chapter = parts::require(&mut tx, turn.request.scene).await?.parent;
    drop(tx);
    let text = match language {
        Language::Zh => "〔你采纳后这一场的正文〕",
        Language::En => "〔the text of the scene after you accept〕",
    };
    let question =
        ValueQuestion { text: text.to_owned(), ..ValueQuestion::new(act, turn.request.scene, chapter) };
    Ok((question, language))
}

/// The value that the step wrote before, as of the scene, if a prompt may hold it.
pub(super) async fn value_before(turn: &Turn<'_>, language: Language) -> Result<Option<String>> {
    let Some((accepted, writes)) = turn.accepted.zip(turn.writes) else { return Ok(None) };
    let mut tx = turn.session.project.begin_read().await?;
    let view = view(&mut tx, accepted.scene, &[&writes.name]).await?;
    let Some(shown) = view.in_prompt(&writes.name) else { return Ok(None) };
    let tag = shown.subject().tag(&writes.name);
    let Some(header) = artifacts::get(&mut tx, &tag).await? else { return Ok(None) };
    let value = artifacts::version(&mut tx, &tag, shown.version()).await?;
    Ok(value.map(|value| text_of(header.content_type, &value.value, language)))
}
