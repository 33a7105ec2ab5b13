#![allow(clippy::unwrap_used, reason = "tests")]

mod laws;
mod samples;

use super::*;
use crate::chat::Role;
use samples::SAMPLES;

/// Selects the real count of one vocabulary from a sample.
type Real = fn(&samples::Sample) -> usize;

/// The models with known real counts.
const MODELS: [(&str, Real); 4] = [
    ("gpt-4o", |sample| sample.o200k),
    ("gpt-4", |sample| sample.cl100k),
    ("deepseek-chat", |sample| sample.deepseek),
    ("qwen3-8b", |sample| sample.qwen),
];

/// The relative error of the estimate.
fn error(model: &str, sample: &samples::Sample, real: usize) -> f64 {
    TokenCounter::of_model(model).count(sample.text) as f64 / real as f64 - 1.0
}

#[test]
fn estimates_stay_within_the_stated_error() {
    for (model, real) in MODELS {
        for sample in &SAMPLES {
            let error = error(model, sample, real(sample));
            assert!(error.abs() <= MAX_ERROR, "{model}, {}: {:+.1} %", sample.name, 100.0 * error);
        }
    }
}

#[test]
fn prose_estimates_stay_within_the_smaller_error() {
    for (model, real) in MODELS {
        for sample in SAMPLES.iter().filter(|sample| sample.name.ends_with("narration")) {
            let error = error(model, sample, real(sample));
            assert!(error.abs() <= MAX_ERROR_OF_PROSE, "{model}, {}: {:+.1} %", sample.name, 100.0 * error);
        }
    }
}

#[test]
#[ignore = "a measurement: the error for each text and tokenizer"]
fn table_of_errors() {
    for sample in &SAMPLES {
        let errors = MODELS
            .map(|(model, real)| format!("{model} {:+5.1}", 100.0 * error(model, sample, real(sample))));
        eprintln!("{:24} {}", sample.name, errors.join("  "));
    }
}

#[test]
fn an_unknown_model_is_counted_at_least_as_high() {
    let unknown = TokenCounter::of_model("ep-20260101-abcde");
    assert_eq!(unknown.family(), TokenFamily::Unknown);
    for sample in &SAMPLES {
        for (model, real) in MODELS {
            let high = unknown.count(sample.text);
            assert!(high >= TokenCounter::of_model(model).count(sample.text), "{model}, {}", sample.name);
            assert!(high as f64 >= real(sample) as f64 * (1.0 - MAX_ERROR), "{model}, {}", sample.name);
        }
    }
}

#[test]
fn model_names_determine_the_family() {
    use TokenFamily::{Cl100k, DeepSeek, Gemma, Glm, Llama, Mistral, Moonshot, O200k, Qwen, Unknown};
    for (name, family) in [
        ("deepseek-chat", DeepSeek),
        ("deepseek/deepseek-r1:free", DeepSeek),
        ("DeepSeek-R1-Distill-Qwen-32B", Qwen),
        ("deepseek-r1-distill-llama-70b", Llama),
        ("Qwen/Qwen3-8B", Qwen),
        ("qwq-32b", Qwen),
        ("llama3.1:8b", Llama),
        ("meta-llama/Llama-2-7b-chat-hf", Unknown),
        ("glm-4.6", Glm),
        ("kimi-k2-0905-preview", Moonshot),
        ("moonshot-v1-128k", Moonshot),
        ("gemma3:12b", Gemma),
        ("google/gemini-2.5-pro", Gemma),
        ("mistral-nemo:12b", Mistral),
        ("mistral:7b", Unknown),
        ("gpt-4o-mini", O200k),
        ("gpt-4.1", O200k),
        ("gpt-5", O200k),
        ("gpt-4-turbo", Cl100k),
        ("gpt-3.5-turbo", Cl100k),
        ("openai/o3-mini", O200k),
        ("olmo-2", Unknown),
        ("", Unknown),
    ] {
        assert_eq!(TokenFamily::of_model(name), family, "{name}");
    }
}

#[test]
fn messages_add_a_fixed_overhead() {
    let counter = TokenCounter::of_model("qwen3-8b");
    let messages = [Message::new(Role::System, "写小说。"), Message::new(Role::User, "雨夜")];
    let words: usize = messages.iter().map(|message| counter.count(&message.content)).sum();
    assert_eq!(counter.count_messages(&messages), words + 2 * 5 + 3);
    assert_eq!(counter.count_messages(&[]), 3);
}

#[test]
fn calibration_converges_to_the_reported_counts() {
    for real in [0.6, 0.8, 1.0, 1.25, 1.7] {
        let mut counter = TokenCounter::of_model("some-model");
        let text = SAMPLES[0].text.repeat(4);
        let truth = (counter.count(&text) as f64 * real).round();
        let mut before = (counter.count(&text) as f64 - truth).abs();
        for _ in 0..20 {
            counter.calibrate(counter.count(&text), truth as usize);
            let now = (counter.count(&text) as f64 - truth).abs();
            assert!(now <= before + 1.0, "{real}: {now} after {before}");
            before = now;
        }
        assert!(before <= truth * 0.01 + 1.0, "{real}: {before} of {truth}");
    }
}

#[test]
fn one_outlier_moves_a_settled_factor_by_a_fifth() {
    let mut calibration = Calibration::default();
    for _ in 0..10 {
        calibration.learn(1_000, 1_000);
    }
    calibration.learn(1_000, 1_900);
    assert!((1.0..=1.2).contains(&calibration.factor()), "{calibration:?}");
}

#[test]
fn uninformative_calls_are_ignored() {
    for (estimated, reported) in [(199, 300), (1_000, 0), (0, 0), (9_000, 4_096), (9_000, 100)] {
        let mut calibration = Calibration::default();
        calibration.learn(estimated, reported);
        assert_eq!(calibration, Calibration::default(), "{estimated}, {reported}");
    }
}

#[test]
fn a_stored_factor_out_of_bounds_is_clamped() {
    let calibration: Calibration = serde_json::from_str(r#"{"factor": 1e300, "calls": 4294967295}"#).unwrap();
    assert_eq!(calibration.factor(), 2.0);
    let mut counter = TokenCounter::calibrated("gpt-4o", calibration);
    counter.calibrate(1_000, 1_000);
    assert!((0.5..=2.0).contains(&counter.calibration().factor()));
    let read: Calibration =
        serde_json::from_value(serde_json::to_value(counter.calibration()).unwrap()).unwrap();
    assert_eq!(read, *counter.calibration());
}

#[test]
fn truncation_is_detected_but_compact_tokenizers_are_not_flagged() {
    for (estimated, reported, cut) in [
        (9_000, 4_096, true),
        (9_000, 4_095, true),
        (6_000, 4_096, true),
        (4_200, 2_050, true),
        (9_000, 4_000, true),
        (5_100, 4_096, false),
        (9_000, 5_000, false),
        (9_000, 9_000, false),
        (9_000, 12_000, false),
        (9_000, 0, false),
        (511, 200, false),
        (512, 200, true),
    ] {
        assert_eq!(looks_truncated(estimated, reported), cut, "{estimated}, {reported}");
    }
}

#[test]
fn unknown_models_use_the_smallest_count_to_detect_truncation() {
    let messages = [Message::new(Role::User, SAMPLES[0].text.repeat(8))];
    let reported = SAMPLES[0].deepseek * 8;
    for model in ["deepseek-chat", "ep-20260101-abcde"] {
        let counter = TokenCounter::of_model(model);
        assert!(!counter.looks_cut(&messages, reported), "{model}: it is whole");
        assert!(counter.looks_cut(&messages, 1_024), "{model}: a window");
        assert!(!counter.looks_cut(&messages, 0), "{model}: nothing was reported");
    }
}
