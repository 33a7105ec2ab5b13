//! Token counts that servers report, under their various names.

use serde_json::Value;

use super::json;
use crate::usage::Usage;

/// Reads the usage that a chunk reports: `usage` (OpenAI), `choices[0].usage` (Moonshot), `x_groq.usage` (Groq), or
/// the counts of Ollama's own API. `None` if it is missing, empty or all zero (MiniMax sends zeros in every chunk but
/// the last).
pub fn usage_in(chunk: &Value, choice: Option<&Value>) -> Option<Usage> {
    [chunk.get("usage"), choice.and_then(|choice| choice.get("usage")), chunk.pointer("/x_groq/usage")]
        .into_iter()
        .flatten()
        .find_map(usage_of)
        .or_else(|| counts(chunk, &["prompt_eval_count"], &["eval_count"]))
}

fn usage_of(usage: &Value) -> Option<Usage> {
    let mut counted =
        counts(usage, &["prompt_tokens", "input_tokens"], &["completion_tokens", "output_tokens"])?;
    // Gemini and Grok include reasoning only in the total. It is received and billed like the rest.
    if let Some(total) = usage.get("total_tokens").and_then(json::number) {
        if counted.prompt_tokens > 0 {
            counted.completion_tokens =
                counted.completion_tokens.max(total.saturating_sub(counted.prompt_tokens));
        } else {
            counted.prompt_tokens = total.saturating_sub(counted.completion_tokens);
        }
    }
    counted.cached_tokens = [
        "/prompt_tokens_details/cached_tokens",
        "/input_tokens_details/cached_tokens",
        "/prompt_cache_hit_tokens",
        "/cached_tokens",
        "/cache_read_input_tokens",
    ]
    .into_iter()
    .filter_map(|path| usage.pointer(path).and_then(json::number))
    .find(|cached| *cached > 0)
    .unwrap_or(0);
    Some(counted)
}

fn counts(fields: &Value, prompt: &[&str], completion: &[&str]) -> Option<Usage> {
    let first =
        |names: &[&str]| names.iter().find_map(|name| fields.get(*name).and_then(json::number)).unwrap_or(0);
    let usage =
        Usage { prompt_tokens: first(prompt), completion_tokens: first(completion), ..Usage::default() };
    (usage != Usage::default()).then_some(usage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(usage: Value, expected: (u64, u64, u64)) {
        let read = usage_of(&usage).map(|usage| {
            assert!(!usage.estimated);
            (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)
        });
        assert_eq!(read, Some(expected), "{usage}");
    }

    #[test]
    fn token_counts_are_read_under_every_name() {
        check(json!({"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}), (9, 4, 0));
        check(json!({"input_tokens": 9, "output_tokens": 4}), (9, 4, 0));
        check(
            json!({"prompt_tokens": 9, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 8}}),
            (9, 4, 8),
        );
        check(json!({"prompt_tokens": 9, "completion_tokens": 4, "prompt_cache_hit_tokens": 7}), (9, 4, 7));
        check(
            json!({"prompt_tokens": 9, "completion_tokens": 4, "cached_tokens": 6, "prompt_tokens_details": null}),
            (9, 4, 6),
        );
        check(json!({"prompt_tokens": "9", "completion_tokens": 4.0}), (9, 4, 0));
    }

    #[test]
    fn reasoning_counted_only_in_the_total_is_included() {
        check(json!({"prompt_tokens": 21, "completion_tokens": 0, "total_tokens": 81}), (21, 60, 0));
        check(json!({"completion_tokens": 5, "total_tokens": 26}), (21, 5, 0));
    }

    #[test]
    fn empty_usage_is_none() {
        for usage in [json!({}), json!(null), json!({"prompt_tokens": 0, "total_tokens": 0}), json!([])] {
            assert_eq!(usage_of(&usage), None, "{usage}");
        }
    }
}
