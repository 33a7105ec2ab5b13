//! Asks a model for a short comment on an accepted text. It is for the author; no prompt holds it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use wenfang_story::generation::Act;
use wenfang_text::{CountRule, TextIndex, count, sentences};
use wenfang_usecase::Result;

use super::accepted::{question, question_to_come};
use super::{Asks, Effect, NoParams, Phase, StepKind, Turn, schema};

pub(super) const STEP: StepKind = StepKind {
    name: "comment",
    phases: &[Phase::Settled],
    title: ("读后短评", "Comment on the Text"),
    params: schema::<NoParams>,
    asks: Some(Asks::about_accepted(
        Act::Comment,
        |turn| Box::pin(async move { Ok(vec![question(turn, Act::Comment).await?.0]) }),
        |turn| Box::pin(async move { Ok(vec![question_to_come(turn, Act::Comment).await?.0]) }),
    )),
    run: |turn| Box::pin(run(turn)),
};

/// The maximum length of a comment, in 字.
const MAX_LENGTH: usize = 200;

/// A comment.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Commented {
    /// At most 200 字.
    comment: String,
}

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let (question, _) = question(turn, Act::Comment).await?;
    let valued = turn.ask_value::<Commented>(question).await?;
    let comment = short(valued.value.comment.trim());
    let note = Effect::Note {
        values: json!({ "model": valued.model, "generation": valued.generation, "cost": valued.cost }),
    };
    let value = (!comment.is_empty()).then(|| Effect::Write { value: json!(comment) });
    Ok(value.into_iter().chain([note]).collect())
}

/// The sentences of a comment that fit its length; if not even the first does, its beginning.
fn short(comment: &str) -> String {
    let index = TextIndex::new(comment);
    let fits = |end: usize| {
        let text = index.slice(wenfang_text::CharRange::new(0, end));
        (count(text).total(CountRule::Standard) <= MAX_LENGTH).then(|| text.trim().to_owned())
    };
    let ends = sentences(comment).into_iter().map(|sentence| sentence.end().get());
    let whole = fits(index.len());
    whole
        .or_else(|| ends.filter_map(fits).next_back())
        .unwrap_or_else(|| comment.chars().take(MAX_LENGTH).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_ends_at_a_sentence() {
        assert_eq!(short("船来得太巧。"), "船来得太巧。");
        let long = format!("{}。{}。", "慢".repeat(150), "快".repeat(150));
        assert_eq!(short(&long), format!("{}。", "慢".repeat(150)));
        assert_eq!(short(&"慢".repeat(300)).chars().count(), MAX_LENGTH);
    }
}
