//! Derives a candidate in which what the rules found is mended, behind the fence of mending: by the rules' own words,
//! and by a model if the step says so.
//!
//! Always: nothing outside the candidate changes; what a model wrote stays, and what it offers counts only if the rules
//! find the issue no more and nothing new in its place.

mod work;

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wenfang_canon::names::names;
use wenfang_checks::mending::{Composed, Edit, Offer};
use wenfang_drafting::prompts::Language;
use wenfang_story::GenerationId;
use wenfang_story::check::Rule;
use wenfang_story::generation::{Act, Cost};
use wenfang_story::mend::MendBy;
use wenfang_text::{Lexicon, TextIndex};
use wenfang_usecase::{Code, Result};

use super::candidates::{Checked, Checker};
use super::{Asks, Effect, Phase, StepKind, Turn, schema};
use crate::drafting::{ValueQuestion, ask_passage, can_ask};
use crate::mending::{question_place, whole_words};
use crate::pipelines::questions::question_before;
use work::{Unused, Work, longest_question};

pub(super) const STEP: StepKind = StepKind {
    name: "mend_text",
    phases: &[Phase::Post],
    title: ("改掉查出的问题", "Mend What Was Found"),
    params: schema::<Params>,
    asks: Some(Asks {
        act: Act::Mend,
        when: |params| params["by"] == "model",
        questions: |turn| Box::pin(questions(turn)),
        shown: |turn| Box::pin(shown(turn)),
        up_to: Some(MAX_ASKED),
    }),
    run: |turn| Box::pin(run(turn)),
};

/// The maximum number of passages that a model is asked for, over all candidates of a turn.
const MAX_ASKED: usize = 6;
/// How often offers are judged before those of a model are given up.
const MAX_ROUNDS: usize = 2;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Params {
    /// Who mends.
    #[serde(default)]
    by: By,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum By {
    /// Rules only, by the words they suggest.
    #[default]
    Rules,
    /// Rules, and a model for what has no suggestion.
    Model,
}

async fn run(turn: &Turn<'_>) -> Result<Vec<Effect>> {
    let Params { by } = turn.params()?;
    match by {
        By::Model if can_ask(turn.session, Act::Mend) => mend(turn, None, MendBy::Model).await,
        By::Model | By::Rules => by_own_words(turn, None).await,
    }
}

/// Derives a candidate of each candidate that some rules have words for.
pub(super) async fn by_own_words(turn: &Turn<'_>, rules: Option<&[Rule]>) -> Result<Vec<Effect>> {
    mend(turn, rules, MendBy::Rules).await
}

/// Derives a candidate of each candidate that can be mended. One that a step before has worked on is represented by
/// what came of it.
async fn mend(turn: &Turn<'_>, rules: Option<&[Rule]>, by: MendBy) -> Result<Vec<Effect>> {
    let (checker, checked) = Checker::begin(turn, rules).await?;
    let names = names(&turn.session.project).await?;
    let mut asking = Asking::default();
    let mut effects = Vec::new();
    let mut notes = Vec::new();
    for one in newest(checked) {
        let generation = one.generation.id;
        let work = Work::new(one, by);
        let (answers, mut passages) = asking.ask(turn, &work).await?;
        let (mended, fallen) = mended(&checker, (&work, answers), &names.lexicon).await?;
        for (job, why) in fallen {
            let passage = passages.iter_mut().find(|passage| passage.job == job);
            passage.into_iter().for_each(|passage| passage.why = Some(why.clone()));
        }
        let left = work.jobs().saturating_sub(mended.as_ref().map_or(0, |(_, mended)| *mended));
        let asked = passages.len();
        notes.push(json!({
            "generation": generation, "mended": mended.as_ref().map_or(0, |(_, mended)| *mended), "left": left,
            "asked": asked, "passages": passages,
        }));
        effects.extend(mended.map(|(text, _)| Effect::Derive { of: generation, text }));
    }
    effects.push(Effect::Note { values: asking.noted(notes) });
    Ok(effects)
}

/// The candidates of which no other was made.
fn newest(checked: Vec<Checked>) -> Vec<Checked> {
    let derived: HashSet<_> = checked
        .iter()
        .filter_map(|one| one.generation.record.derived.as_ref())
        .map(|derived| derived.of)
        .collect();
    checked.into_iter().filter(|one| !derived.contains(&one.generation.id)).collect()
}

/// The text of a candidate with what was mended and the number of offers that stand, `None` if nothing changes; and why
/// the answers for other jobs do not stand.
async fn mended(
    checker: &Checker,
    (work, mut answers): (&Work, Vec<Offer>),
    cast: &Lexicon,
) -> Result<(Option<(String, usize)>, Vec<(usize, Unused)>)> {
    let mut round = 0;
    let mut fallen = Vec::new();
    let composed = loop {
        let offers = work.offers(&answers);
        let composed = work.composed(cast, &offers);
        if answers.is_empty() {
            break composed;
        }
        let found = checker.found(vec![composed.text.clone()]).await?.pop();
        let failed =
            work.failed((&composed, &offers), &found.map(|(_, found)| found).unwrap_or_default(), cast);
        if failed.is_empty() {
            break composed;
        }
        round += 1;
        // Without the answer, the rules' own words count for the job.
        answers.retain(|answer| failed.iter().all(|(job, _)| *job != answer.job));
        fallen.extend(failed);
        if round == MAX_ROUNDS {
            fallen.extend(answers.drain(..).map(|answer| (answer.job, Unused::BesideOthers)));
        }
    };
    Ok((text_of(work, composed), fallen))
}

/// A passage that a model was asked for.
#[derive(Serialize)]
struct Passage {
    #[serde(skip)]
    job: usize,
    /// The generation with the answer.
    generation: GenerationId,
    /// What was found in it.
    issues: String,
    /// Why the answer is not used; `None` if it is.
    why: Option<Unused>,
}

fn text_of(work: &Work, composed: Composed) -> Option<(String, usize)> {
    let range = composed.trace.map(work.checked.range).range;
    let words = TextIndex::new(&composed.text).slice(range).to_owned();
    (words != work.checked.generation.text).then_some((words, composed.accepted.len()))
}

/// What a model was asked for, over all candidates.
#[derive(Default)]
struct Asking {
    asked: usize,
    model: Option<String>,
    costs: Vec<Cost>,
    /// Why it is asked no more.
    trouble: Option<Code>,
}

impl Asking {
    /// Asks for the passages of a candidate. Trouble ends the asking, and the rules' own words stand for the rest.
    async fn ask(&mut self, turn: &Turn<'_>, work: &Work) -> Result<(Vec<Offer>, Vec<Passage>)> {
        let (mut offers, mut passages) = (Vec::new(), Vec::new());
        if !work.asks() {
            return Ok((offers, passages));
        }
        let (chapter, language) = question_place(turn.session, turn.request.scene).await?;
        for (number, job) in work.asking() {
            if self.asked == MAX_ASKED || self.trouble.is_some() {
                break;
            }
            let question = turn.asking(work.question(job, (chapter, language)));
            let instruction = question.issues.clone();
            self.asked += 1;
            let generation = match ask_passage(turn.session, &question, turn.observer).await {
                Ok(generation) => generation,
                Err(error) if error.code == Code::Stopped => return Err(error),
                Err(error) => {
                    self.trouble = Some(error.code);
                    break;
                }
            };
            self.costs.extend(generation.record.cost.clone());
            self.model = Some(generation.record.model.clone());
            let words = whole_words(&generation);
            let why = words.is_none().then(|| Unused::of_answer(&generation));
            passages.push(Passage {
                job: number,
                generation: generation.id,
                issues: instruction.clone(),
                why,
            });
            let Some(words) = words else { continue };
            let edits = vec![Edit { range: job.range, words }];
            offers.push(Offer { job: number, issues: job.issues.clone(), edits, instruction });
        }
        Ok((offers, passages))
    }

    fn noted(self, candidates: Vec<Value>) -> Value {
        let mut values = json!({ "candidates": candidates });
        if let Some(model) = self.model {
            values["model"] = json!(model);
            values["cost"] = json!(Cost::sum(self.costs));
        }
        if let Some(trouble) = self.trouble {
            values["trouble"] = json!(trouble);
        }
        values
    }
}

/// The longest question: what the rules will find in a text is not known before it is written.
/// A question about a passage that is not written yet.
async fn shown(turn: &Turn<'_>) -> Result<Vec<ValueQuestion>> {
    let (question, language) = question_before(turn.session, Act::Mend, turn.request).await?;
    let [text, before, after, issues] = match language {
        Language::Zh => {
            ["〔正文里查出问题的一段〕", "〔这一段前面的文字〕", "〔这一段后面的文字〕", "〔查出的问题〕"]
        }
        Language::En => [
            "〔the passage in which something was found〕",
            "〔the text before it〕",
            "〔the text after it〕",
            "〔what was found〕",
        ],
    };
    Ok(vec![ValueQuestion {
        text: text.to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
        issues: issues.to_owned(),
        ..question
    }])
}

async fn questions(turn: &Turn<'_>) -> Result<Vec<ValueQuestion>> {
    if !can_ask(turn.session, Act::Mend) {
        return Ok(Vec::new());
    }
    let (before, _) = question_before(turn.session, Act::Mend, turn.request).await?;
    Ok(vec![longest_question(before, turn.request.target)])
}
