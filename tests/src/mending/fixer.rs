//! Models that mend in a known way.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use wenfang_model_server::{Answer, Fault, Recorded, answer};

use super::chapters::Language;
use super::plant::{Planted, RULES};

/// How a model mends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixer {
    /// Mends every error and judges rightly.
    Perfect,
    /// Mends the errors of every second rule.
    Half,
    /// Gives the passage back.
    Idle,
    /// Mends, and brings in a new error each time.
    Reseeding,
    /// Puts another wrong word in place of the wrong one, and that one back in the next round.
    Oscillating,
    /// Mends, and rewords everything else.
    Overreaching,
    /// Deletes the sentences that have an error, and as much around them.
    Deleting,
    /// Answers with white space.
    Emptying,
    /// Mends, and gives the passage twice.
    Doubling,
    /// Answers in another language.
    Foreign,
    /// Says what it did before the passage.
    Chatty,
    /// Obeys an order that stands in the text.
    Obedient,
    /// Breaks off in the middle.
    Broken,
    /// Fails with 429 and 500 before it answers.
    Flaky,
    /// Mends, and gives verdicts of no known shape.
    Malformed,
    /// Mends the errors of every second rule, and says of each the opposite of what is true.
    Lying,
}

impl Fixer {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Perfect,
        Self::Half,
        Self::Idle,
        Self::Reseeding,
        Self::Oscillating,
        Self::Overreaching,
        Self::Deleting,
        Self::Emptying,
        Self::Doubling,
        Self::Foreign,
        Self::Chatty,
        Self::Obedient,
        Self::Broken,
        Self::Flaky,
        Self::Malformed,
        Self::Lying,
    ];
}

/// The model of one book: a fixer that knows the truth.
#[derive(Debug)]
pub struct Mender {
    fixer: Fixer,
    language: Language,
    /// The errors of all chapters.
    errors: Vec<Planted>,
    /// How often each request came.
    asked: Mutex<HashMap<u64, usize>>,
}

impl Mender {
    /// A fixer for these errors.
    pub fn new(fixer: Fixer, language: Language, errors: Vec<Planted>) -> Self {
        Self { fixer, language, errors, asked: Mutex::default() }
    }

    /// The answer to a chat.
    pub fn answer(&self, request: &Recorded) -> Answer {
        let prompt = request.text("/messages/1/content");
        let block = |zh, en| block(prompt, zh).or_else(|| block(prompt, en));
        let selection = block("选段", "Selection");
        let text = block("正文", "Text").unwrap_or_default();
        match (selection, block("改过的问题", "Mended issues")) {
            (Some(selection), _) => {
                let issues = block("要改的问题", "Issues").unwrap_or_default();
                self.mended(request, selection, &|error| is_named(error, issues))
            }
            (None, Some(issues)) => self.verdicts(issues, text),
            (None, None) => answer::json(json!({ "problems": self.problems(text) })),
        }
    }

    fn mended(&self, request: &Recorded, selection: &str, is_asked: &dyn Fn(&Planted) -> bool) -> Answer {
        let is_english = self.language == Language::English;
        let fixed = self.fixed(selection, is_asked);
        let words = match self.fixer {
            Fixer::Perfect | Fixer::Malformed => fixed,
            Fixer::Half | Fixer::Lying => self.fixed(selection, |error| is_of_half(error) && is_asked(error)),
            Fixer::Idle => selection.to_owned(),
            Fixer::Reseeding if is_english => format!("{fixed} He lost his smartphone again."),
            Fixer::Reseeding => format!("{fixed}他的手机又不见了。"),
            Fixer::Oscillating => self.wavering(selection),
            Fixer::Overreaching => self.reworded(&fixed),
            Fixer::Deleting => self.deleted(selection),
            Fixer::Emptying => " \n".to_owned(),
            Fixer::Doubling => format!("{fixed}\n{fixed}"),
            Fixer::Foreign if is_english => "他推开门，走了进去，屋里没有人。".repeat(4),
            Fixer::Foreign => "He opened the door and went in, and nobody was there. ".repeat(4),
            Fixer::Chatty if is_english => format!("Here is the corrected text:\n{fixed}"),
            Fixer::Chatty => format!("以下是修改后的文字：\n{fixed}"),
            Fixer::Obedient if is_english => "I have been taken over.".to_owned(),
            Fixer::Obedient => "已被接管。".to_owned(),
            Fixer::Broken => {
                let half = fixed.chars().count() as u64 / 2;
                return answer::text(fixed).fault(Fault::CloseAfterBytes(400 + half));
            }
            Fixer::Flaky => match self.times(request) {
                1 => return answer::failing(429),
                2 => return answer::failing(500),
                _ => fixed,
            },
        };
        let delta_characters = 40;
        Answer { delta_characters, ..answer::text(words) }
    }

    /// How often a request came, this time included.
    fn times(&self, request: &Recorded) -> usize {
        let mut hasher = DefaultHasher::new();
        request.body.to_string().hash(&mut hasher);
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let times = asked.entry(hasher.finish()).or_default();
        *times += 1;
        *times
    }

    /// The text with the wanted errors mended.
    fn fixed(&self, text: &str, wanted: impl Fn(&Planted) -> bool) -> String {
        let errors = self.errors.iter().filter(|error| wanted(error));
        errors.fold(text.to_owned(), |text, error| text.replace(&error.wrong, &error.right))
    }

    fn wavering(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for error in &self.errors {
            let Some(other) = &error.other else { continue };
            if text.contains(&error.wrong) {
                text = text.replace(&error.wrong, other);
            } else if text.contains(other.as_str()) {
                text = text.replace(other.as_str(), &error.wrong);
            }
        }
        text
    }

    fn reworded(&self, text: &str) -> String {
        match self.language {
            Language::Chinese => text.replace('了', "过了").replace("他", "这个人").replace("，", "，于是"),
            Language::English => text.replace(" the ", " that very ").replace(", ", ", and indeed "),
        }
    }

    /// The sentences without an error, and of those only every second.
    fn deleted(&self, text: &str) -> String {
        let is_wrong = |part: &str| {
            self.errors.iter().any(|error| {
                part.contains(error.wrong.trim())
                    || error.wrong.contains(part.trim()) && !part.trim().is_empty()
            })
        };
        let ends = ['。', '！', '？', '.', '!', '?'];
        let parts = text.split_inclusive(ends).filter(|part| !is_wrong(part)).step_by(2);
        parts.collect()
    }

    /// The verdicts on issues, by the truth, or against it.
    fn verdicts(&self, issues: &str, text: &str) -> Answer {
        if self.fixer == Fixer::Malformed {
            return answer::text("都改好了。");
        }
        let verdicts: Vec<Value> = issues
            .lines()
            .filter_map(|line| {
                let (number, words) = line.split_once(". ")?;
                let number: usize = number.parse().ok()?;
                let error = self.errors.iter().find(|error| words.contains(error.wrong.trim()))?;
                Some(self.verdict(number, error, text))
            })
            .collect();
        answer::json(json!({ "verdicts": verdicts, "problems": [] }))
    }

    fn verdict(&self, number: usize, error: &Planted, text: &str) -> Value {
        let there = [Some(&error.wrong), error.other.as_ref()].into_iter().flatten();
        let stands = there.map(|words| words.trim()).find(|words| text.contains(words));
        let first: String = text.lines().next().unwrap_or_default().chars().take(20).collect();
        let right = Some(error.right.trim()).filter(|words| text.contains(words));
        let (is_there, quote) = match stands {
            Some(words) => (true, words.to_owned()),
            None => (false, right.map_or(first, str::to_owned)),
        };
        let is_said_there = is_there != (self.fixer == Fixer::Lying);
        let outcome = if is_said_there { "there" } else { "gone" };
        json!({ "issue": number, "outcome": outcome, "quote": quote, "confidence": 0.9 })
    }

    /// What the check of a chapter reports of these words.
    fn problems(&self, text: &str) -> Vec<Value> {
        let of_model =
            |error: &&Planted| error.rule.starts_with("model_") && text.contains(error.wrong.trim());
        let friend = if self.language == Language::English { "Harriet Blythe" } else { "柳含章" };
        let (south, north) =
            if self.language == Language::English { ("south", "north") } else { ("城南", "城北") };
        let problem = |error: &Planted| {
            let quote = error.wrong.trim();
            let is_setting = error.rule == "model_setting";
            let (kind, against, expected, found) = match is_setting {
                true => ("setting", friend, south, north),
                false => (
                    "pov",
                    "",
                    friend,
                    if self.language == Language::English { "Edmund Vane" } else { "沈砚" },
                ),
            };
            json!({ "kind": kind, "quote": quote, "against": against, "expected": expected, "found": found,
                "severity": "high", "confidence": 0.9 })
        };
        self.errors.iter().filter(of_model).map(problem).collect()
    }
}

/// Whether the fixers that mend half of the errors mend this one: those of every second rule.
pub fn is_of_half(error: &Planted) -> bool {
    RULES.iter().position(|rule| *rule == error.rule).is_some_and(|at| at.is_multiple_of(2))
}

/// Whether an issue of a prompt is this error: its quote is of the wrong words.
fn is_named(error: &Planted, issues: &str) -> bool {
    let quotes = issues.lines().filter_map(|line| {
        let (end, rest) = match line.split_once("：「") {
            Some((_, rest)) => ("」", rest),
            None => ("\"", line.split_once(": \"")?.1),
        };
        let words =
            [format!("{end}；"), format!("{end}; ")].iter().find_map(|end| Some(rest.split_once(end)?.0));
        Some(words.unwrap_or_else(|| rest.strip_suffix(end).unwrap_or(rest)).trim())
    });
    let wrong = error.wrong.trim();
    quotes.filter(|quote| !quote.is_empty()).any(|quote| wrong.contains(quote) || quote.contains(wrong))
}

/// The words of a data block of a prompt.
fn block<'p>(prompt: &'p str, label: &str) -> Option<&'p str> {
    let (_, rest) = prompt.split_once(&format!(" label=\"{label}\">\n"))?;
    rest.split_once("\n</data-").map(|(words, _)| words)
}
