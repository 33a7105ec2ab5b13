//! Measures the spelling rules on novels that their weights were not fitted on.
//!
//! Each novel is left out in turn: the weights are fitted on the others, and so is the threshold. The lists of
//! misspellings and set phrases take no part.

use serde::Serialize;
use wenfang_story::check::Rule;
use wenfang_text::CharRange;

use super::chance::Chance;
use super::logistic::Weights;
use super::plant::{self, PlantedNovel};
use super::setting::Setting;
use super::{Novel, rounded};
use wenfang_checks::rules::{Candidate, candidates, prepare};

/// What was found in one novel by weights and thresholds from the other novels.
#[derive(Clone, Debug, Serialize)]
pub struct LeftOut {
    pub novel: String,
    pub seed: u64,
    pub characters: usize,
    pub planted: usize,
    /// At the threshold that the other novels chose for 0.1 false alarms in 10,000 characters.
    pub chosen: Point,
    /// At the thresholds that give 0.1, 0.3 and 1 false alarms in 10,000 characters of this novel.
    pub curve: Vec<Point>,
}

/// What is found at one threshold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    pub alarms_per_10k: f64,
    /// The share of findings in the planted text that are planted errors.
    pub precision: f64,
    pub recall: f64,
}

/// The rules that are weighed.
const RULES: [Rule; 2] = [Rule::WrongCharacter, Rule::DeParticles];
/// The false alarms per 10,000 characters of the curve; the first is the one that thresholds are chosen for.
const RATES: [f64; 3] = [0.1, 0.3, 1.0];
/// The seed of the errors that the weights are fitted on.
const FITTING_SEED: u64 = 7_919;

/// Measures each Chinese novel with `planted` errors in all of them together.
pub fn evaluate_left_out(novels: &[Novel<'_>], (planted, seed): (usize, u64)) -> Vec<LeftOut> {
    let settings: Vec<Setting> = novels.iter().map(Setting::new).collect();
    let settings: Vec<Setting> =
        settings.into_iter().filter(|setting| setting.applies(Rule::WrongCharacter)).collect();
    let all: usize = settings.iter().map(Setting::characters).sum();
    let weighed: Vec<Weighed> = settings.into_iter().map(Weighed::new).collect();
    let measure = |(at, novel): (usize, &Weighed)| {
        let others: Vec<&Weighed> =
            weighed.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other).collect();
        let share = (planted * novel.setting.characters()).div_ceil(all.max(1));
        let errors = plant::slips(&novel.setting, (share, &mut Chance::new(seed)));
        LeftOut { seed, ..measure(novel, &others, &errors) }
    };
    weighed.iter().enumerate().map(measure).collect()
}

/// The weights that all Chinese novels among these give, for the constants of a rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleWeights {
    pub rule: Rule,
    pub bias: f64,
    pub weights: Vec<f64>,
}

/// Fits the weights of the spelling rules on all novels.
pub fn fit_weights(novels: &[Novel<'_>]) -> Vec<RuleWeights> {
    let settings = novels.iter().map(Setting::new);
    let weighed: Vec<Weighed> =
        settings.filter(|setting| setting.applies(Rule::WrongCharacter)).map(Weighed::new).collect();
    let Fitted(fitted) = Fitted::new(&weighed.iter().collect::<Vec<_>>());
    let of_rule = |(rule, fitted): (Rule, Weights)| RuleWeights {
        rule,
        bias: rounded(fitted.bias),
        weights: fitted.weights.into_iter().map(rounded).collect(),
    };
    RULES.into_iter().zip(fitted).map(of_rule).collect()
}

/// A candidate: where it is, and its features, by rule.
struct Example {
    rule: usize,
    scene: usize,
    candidate: Candidate,
}

/// A novel with its candidates as written, and those at planted errors.
struct Weighed {
    setting: Setting,
    clean: Vec<Example>,
    wrong: Vec<Example>,
}

impl Weighed {
    fn new(setting: Setting) -> Self {
        let faulty = plant::slips(&setting, (usize::MAX, &mut Chance::new(FITTING_SEED)));
        let mut wrong = examples(&faulty.setting);
        wrong.retain(|example| hits(&faulty, example.scene, example.candidate.range).next().is_some());
        Self { clean: examples(&setting), setting, wrong }
    }
}

fn examples(setting: &Setting) -> Vec<Example> {
    let book = setting.book();
    let prepared = prepare(&book);
    let mut examples = Vec::new();
    for (scene, source) in book.scenes.iter().enumerate() {
        for (number, rule) in RULES.into_iter().enumerate() {
            let found = candidates(&prepared, rule, source.id);
            examples.extend(found.into_iter().map(|candidate| Example { rule: number, scene, candidate }));
        }
    }
    examples
}

/// Returns the numbers of the planted errors in a range.
fn hits(faulty: &PlantedNovel, scene: usize, range: CharRange) -> impl Iterator<Item = usize> {
    let errors = faulty.errors.iter().enumerate();
    errors
        .filter(move |(_, error)| error.iter().any(|(at, place)| *at == scene && place.overlaps(range)))
        .map(|(number, _)| number)
}

/// The weights of both rules.
struct Fitted([Weights; 2]);

impl Fitted {
    fn new(novels: &[&Weighed]) -> Self {
        let of_rule = |rule: usize| {
            let labelled = novels.iter().flat_map(|novel| {
                let clean = novel.clean.iter().map(|example| (example, false));
                clean.chain(novel.wrong.iter().map(|example| (example, true)))
            });
            let own = labelled.filter(|(example, _)| example.rule == rule);
            own.map(|(example, label)| (example.candidate.evidence.clone(), label)).collect::<Vec<_>>()
        };
        Self([0, 1].map(|rule| Weights::fit(&of_rule(rule))))
    }

    fn score(&self, example: &Example) -> f64 {
        self.0[example.rule].score(&example.candidate.evidence)
    }

    /// Returns the scores of clean text, highest first.
    fn alarms(&self, novels: &[&Weighed]) -> Vec<f64> {
        let clean = novels.iter().flat_map(|novel| &novel.clean);
        let mut scores: Vec<f64> = clean.map(|example| self.score(example)).collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        scores
    }
}

fn measure(novel: &Weighed, others: &[&Weighed], faulty: &PlantedNovel) -> LeftOut {
    let fitted = Fitted::new(others);
    let characters = novel.setting.characters();
    let of_others: usize = others.iter().map(|other| other.setting.characters()).sum();
    let alarms = fitted.alarms(&[novel]);
    let found: Vec<(f64, Vec<usize>)> = examples(&faulty.setting)
        .iter()
        .map(|example| {
            let errors = hits(faulty, example.scene, example.candidate.range).collect();
            (fitted.score(example), errors)
        })
        .collect();
    let point = |threshold: f64| {
        let reported = found.iter().filter(|(score, _)| *score > threshold);
        let right = reported.clone().filter(|(_, errors)| !errors.is_empty()).count();
        let errors: std::collections::BTreeSet<usize> =
            reported.clone().flat_map(|(_, errors)| errors.iter().copied()).collect();
        let loud = alarms.iter().filter(|score| **score > threshold).count();
        Point {
            alarms_per_10k: rounded(loud as f64 * 10_000.0 / characters.max(1) as f64),
            precision: rounded(right as f64 / reported.count().max(1) as f64),
            recall: rounded(errors.len() as f64 / faulty.errors.len().max(1) as f64),
        }
    };
    LeftOut {
        novel: novel.setting.name.clone(),
        seed: 0,
        characters,
        planted: faulty.errors.len(),
        chosen: point(threshold(&fitted.alarms(others), (RATES[0], of_others))),
        curve: RATES.iter().map(|rate| point(threshold(&alarms, (*rate, characters)))).collect(),
    }
}

/// Returns the lowest threshold with at most `rate` false alarms in 10,000 characters; `alarms` are the scores
/// of clean text, highest first.
fn threshold(alarms: &[f64], (rate, characters): (f64, usize)) -> f64 {
    let allowed = (rate * characters as f64 / 10_000.0) as usize;
    alarms.get(allowed).copied().unwrap_or(f64::NEG_INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_keeps_to_the_rate() {
        let alarms = [5.0, 3.0, 1.0];
        assert_eq!(threshold(&alarms, (1.0, 9_999)), 5.0);
        assert_eq!(threshold(&alarms, (1.0, 20_000)), 1.0);
        assert_eq!(threshold(&alarms, (1.0, 40_000)), f64::NEG_INFINITY);
    }

    #[test]
    fn every_novel_is_left_out_once() {
        let first = "他走到窗前，看着院子里的槐树。雨下了一夜，她没有睡，静静地听着。".repeat(300);
        let second = "她坐在桌前，想着明天的事情。风很大，门关着，她慢慢地站起来。".repeat(300);
        let novels = [Novel { name: "first", text: &first }, Novel { name: "second", text: &second }];
        let found = evaluate_left_out(&novels, (20, 1));
        assert_eq!(found.iter().map(|left| left.novel.as_str()).collect::<Vec<_>>(), ["first", "second"]);
        for left in &found {
            assert!(left.planted >= 5 && left.curve.len() == RATES.len(), "{left:?}");
            assert!(left.curve[0].alarms_per_10k <= RATES[0], "{left:?}");
        }
    }
}
