//! Retries: when, how often, and with which messages.

use super::{line, rows::LINE, tree, tree_value};
use crate::chat::Role;
use crate::structured::{Attempts, Ending, Language, MAX_ANSWER_BYTES, MAX_RETRIES, Step, StructuredError};

fn retry_messages(step: Step) -> Vec<(Role, String)> {
    let Step::Ask(messages) = step else { panic!("{step:?}") };
    messages.into_iter().map(|message| (message.role, message.content)).collect()
}

#[test]
fn a_valid_answer_needs_no_retry() {
    let mut attempts = Attempts::new(line(), Language::Zh);
    let Step::Done(read) = attempts.next(LINE, Ending::Finished) else { panic!("the answer is valid") };
    assert_eq!((read.value["t"].as_str(), read.repairs.len(), attempts.retries()), (Some("好"), 0, 0));
}

#[test]
fn an_invalid_answer_is_retried_at_most_twice() {
    let mut attempts = Attempts::new(line(), Language::En);
    for turn in 1..=MAX_RETRIES {
        let messages = retry_messages(attempts.next(r#"{"t":"好","n":"一"}"#, Ending::Finished));
        assert_eq!(messages.len(), 2, "those of the earlier step are replaced");
        assert_eq!(messages[0], (Role::Assistant, r#"{"t":"好","n":"一"}"#.to_owned()));
        assert_eq!(messages[1].0, Role::User);
        assert!(messages[1].1.contains("/n"), "the message names the path: {}", messages[1].1);
        assert_eq!(attempts.retries(), turn);
    }
    let Step::Failed(StructuredError::Invalid { raw, errors }) =
        attempts.next(r#"{"n":2}"#, Ending::Finished)
    else {
        panic!("expected no third retry")
    };
    assert_eq!((raw.as_str(), errors.len()), (r#"{"n":2}"#, 1), "the last answer and its own errors");
    assert_eq!(attempts.retries(), MAX_RETRIES);
}

#[test]
fn a_valid_answer_after_an_invalid_one_is_accepted() {
    let mut attempts = Attempts::new(line(), Language::Zh);
    retry_messages(attempts.next("不知道。", Ending::Finished));
    assert!(matches!(attempts.next(LINE, Ending::Finished), Step::Done(_)));
}

#[test]
fn an_answer_cut_off_by_length_is_not_retried() {
    let mut attempts = Attempts::new(line(), Language::Zh);
    let cut = r#"{"t":"好","n":1"#;
    let Step::Failed(StructuredError::Cut { raw }) = attempts.next(cut, Ending::Cut) else {
        panic!("expected a cut answer")
    };
    assert_eq!((raw.as_str(), attempts.retries()), (cut, 0));
}

#[test]
fn a_complete_answer_is_accepted_even_if_cut() {
    let mut attempts = Attempts::new(line(), Language::Zh);
    assert!(matches!(attempts.next(LINE, Ending::Cut), Step::Done(_)));
}

#[test]
fn an_oversized_answer_is_not_retried() {
    let mut attempts = Attempts::new(line(), Language::Zh);
    let large = " ".repeat(MAX_ANSWER_BYTES + 1);
    assert!(matches!(
        attempts.next(&large, Ending::Finished),
        Step::Failed(StructuredError::TooLarge { .. })
    ));
}

#[test]
fn an_empty_answer_is_not_sent_back() {
    let messages = retry_messages(Attempts::new(line(), Language::Zh).next(" \n", Ending::Finished));
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].0, Role::User);
}

#[test]
fn one_invalid_item_is_dropped_without_a_retry() {
    let mut answer = tree_value();
    answer["events"][0]["when"] = "十年".into();
    let mut attempts = Attempts::new(tree(), Language::Zh);
    let Step::Done(read) = attempts.next(&answer.to_string(), Ending::Finished) else {
        panic!("one item is valid")
    };
    assert_eq!((read.left_out, attempts.retries()), (1, 0));
    assert_eq!(read.value["events"], serde_json::json!([tree_value()["events"][1]]));
    // Values outside of lists must fit, and at least one item must remain.
    answer["events"][1]["what"] = 3.into();
    let all_bad = answer.to_string();
    assert_eq!(retry_messages(attempts.next(&all_bad, Ending::Finished)).len(), 2);
    let mut answer = tree_value();
    answer["title"] = 3.into();
    assert_eq!(retry_messages(attempts.next(&answer.to_string(), Ending::Finished)).len(), 2);
}

#[test]
fn invalid_items_of_several_lists_are_dropped() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": { "a": {"type": "array", "items": {"type": "string"}}, "b": {"type": "array", "items": {"type": "string"}} },
        "required": ["a", "b"],
        "additionalProperties": false,
    });
    let mut attempts =
        Attempts::new(crate::structured::CompiledSchema::new(schema).expect("valid"), Language::En);
    let items: Vec<serde_json::Value> =
        (0..60).map(|at| if at % 2 == 0 { at.into() } else { "x".into() }).collect();
    let answer = serde_json::json!({ "a": items, "b": [1] }).to_string();
    let Step::Done(read) = attempts.next(&answer, Ending::Finished) else {
        panic!("half of the items are valid")
    };
    assert_eq!(read.left_out, 31);
    assert_eq!(read.value["a"].as_array().map(Vec::len), Some(30));
    assert_eq!(read.value["b"], serde_json::json!([]));
}
