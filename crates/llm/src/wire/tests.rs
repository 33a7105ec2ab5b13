//! The body of a request.

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::json;

use super::*;
use crate::providers::Preset;

fn request() -> ChatRequest {
    ChatRequest {
        model: "m".to_owned(),
        messages: vec![Message::new(Role::System, "写小说。"), Message::new(Role::User, "雨夜")],
        parameters: Parameters {
            temperature: Some(0.7),
            top_p: Some(0.95),
            max_tokens: Some(900),
            frequency_penalty: Some(0.1),
            seed: Some(-3),
            ..Parameters::default()
        },
        shape: AnswerShape::Text,
    }
}

fn of(request: &ChatRequest, preset: Preset) -> Value {
    body(request, &preset.dialect(), &Adjustments::default()).unwrap()
}

#[test]
fn the_body_follows_the_openai_schema() {
    assert_eq!(
        of(&request(), Preset::OpenAi),
        json!({
            "model": "m",
            "messages": [{ "role": "system", "content": "写小说。" }, { "role": "user", "content": "雨夜" }],
            "stream": true,
            "stream_options": { "include_usage": true },
            "temperature": 0.7,
            "top_p": 0.95,
            "max_completion_tokens": 900,
            "frequency_penalty": 0.1,
            "seed": -3
        })
    );
}

#[test]
fn dialects_change_the_body() {
    let deepseek = of(&request(), Preset::DeepSeek);
    assert_eq!(deepseek["max_tokens"], 900);
    assert_eq!(deepseek.get("max_completion_tokens"), None);
    let glm = of(&request(), Preset::Zhipu);
    assert_eq!(glm.get("stream_options"), None);
    assert_eq!(glm.get("frequency_penalty"), None);
    assert_eq!(glm["temperature"], 0.7);
}

#[test]
fn a_trailing_empty_assistant_message_is_omitted() {
    let mut request = request();
    request.messages.push(Message::new(Role::Assistant, " \n"));
    assert_eq!(of(&request, Preset::OpenAi)["messages"].as_array().unwrap().len(), 2);
    request.messages.push(Message::new(Role::User, "再写"));
    assert_eq!(of(&request, Preset::OpenAi)["messages"].as_array().unwrap().len(), 4, "only at the end");
    let mut prefilled = self::request();
    prefilled.messages.push(Message::new(Role::Assistant, "雨"));
    assert_eq!(
        of(&prefilled, Preset::OpenAi)["messages"][2],
        json!({ "role": "assistant", "content": "雨" })
    );
}

#[test]
fn extra_fields_never_replace_reserved_ones() {
    let mut request = request();
    request.parameters.extra = serde_json::from_value(json!({
        "enable_thinking": false, "temperature": 1, "stream": false, "messages": [], "model": "other"
    }))
    .unwrap();
    let body = of(&request, Preset::DashScope);
    assert_eq!(body["enable_thinking"], false);
    assert_eq!(body["temperature"], 1);
    assert_eq!(body["stream"], true);
    assert_eq!(body["model"], "m");
    assert_eq!(body["messages"].as_array().unwrap().len(), 2);
}

#[test]
fn shapes_become_response_formats() {
    let mut request = request();
    assert_eq!(of(&request, Preset::OpenAi).get("response_format"), None);
    request.shape = AnswerShape::Json;
    assert_eq!(of(&request, Preset::OpenAi)["response_format"], json!({ "type": "json_object" }));
    request.shape = AnswerShape::Schema { name: "s".to_owned(), schema: json!({ "type": "object" }) };
    assert_eq!(
        of(&request, Preset::OpenAi)["response_format"],
        json!({ "type": "json_schema", "json_schema": { "name": "s", "schema": { "type": "object" }, "strict": true } })
    );
}

#[test]
fn each_refusal_drops_the_first_parameter_it_names() {
    let body = of(&request(), Preset::OpenAi);
    let mut learnt = Adjustments::default();
    let message = "Invalid temperature: only 1 is allowed for this model (top_p likewise).";
    assert_eq!(learnt.learn(message, &body).as_deref(), Some("temperature"));
    let without = super::body(&request(), &Preset::OpenAi.dialect(), &learnt).unwrap();
    assert_eq!(without.get("temperature"), None);
    assert_eq!(without["top_p"], 0.95);
    assert_eq!(learnt.learn(message, &without).as_deref(), Some("top_p"), "the first is no longer sent");
    assert_eq!(learnt.names(), ["temperature", "top_p"]);
    assert_eq!(learnt.learn("temperature is out of range", &body), None, "already omitted");
}

#[test]
fn only_whole_names_of_sent_parameters_match() {
    let body = of(&request(), Preset::OpenAi);
    let mut learnt = Adjustments::default();
    for message in
        ["the model is not there", "bad messages", "seeds", "presence_penalty", "my_temperature_2", ""]
    {
        assert_eq!(learnt.learn(message, &body), None, "{message}");
    }
    assert_eq!(learnt, Adjustments::default());
    assert_eq!(learnt.learn("参数“stream_options”不支持", &body).as_deref(), Some("stream_options"));
}

#[test]
fn the_length_limit_is_renamed_but_never_dropped() {
    let body = of(&request(), Preset::DeepSeek);
    let mut learnt = Adjustments::default();
    assert_eq!(learnt.learn("Invalid max_tokens value, the valid range is [1, 512]", &body), None);
    let message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    assert_eq!(learnt.learn(message, &body).as_deref(), Some("max_tokens"));
    let renamed = super::body(&request(), &Preset::DeepSeek.dialect(), &learnt).unwrap();
    assert_eq!(renamed["max_completion_tokens"], 900);
    assert_eq!(renamed.get("max_tokens"), None);
    assert_eq!(learnt.names(), ["max_tokens"]);
    assert_eq!(learnt.learn("max_completion_tokens? Use max_tokens", &renamed), None, "no rename back");
}

#[test]
fn a_refused_extra_field_is_omitted() {
    let mut request = request();
    request.parameters.extra = serde_json::from_value(json!({ "enable_thinking": false })).unwrap();
    let body = of(&request, Preset::Custom);
    let mut learnt = Adjustments::default();
    assert_eq!(
        learnt.learn("Unrecognized request argument: enable_thinking", &body).as_deref(),
        Some("enable_thinking")
    );
}

#[test]
fn a_refused_shape_is_not_remembered() {
    let mut request = request();
    request.shape = AnswerShape::Json;
    let body = of(&request, Preset::Custom);
    let mut learnt = Adjustments::default();
    learnt.learn("response_format is not supported", &body).unwrap();
    learnt.learn("temperature is fixed", &body).unwrap();
    assert_eq!(learnt.names(), ["response_format", "temperature"]);
    assert_eq!(learnt.lasting().names(), ["temperature"]);
}
