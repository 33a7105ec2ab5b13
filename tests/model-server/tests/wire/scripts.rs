//! The choice of answers, their words, and the recorded requests.

use serde_json::{Value, json};
use wenfang_model_server::{Answer, How, ModelServer, Prose, Script, answer, answers_in_turn, rule, script};

use super::{ask, chat, connect, read, whole};

fn answer_to(server: &ModelServer, body: &Value) -> String {
    ask(server, body).json()["choices"][0]["message"]["content"].as_str().unwrap().to_owned()
}

async fn words(answer: Answer) -> String {
    let seen = whole(answer).await.json();
    seen["choices"][0]["message"]["content"].as_str().unwrap().to_owned()
}

fn length(text: &str) -> usize {
    text.chars().filter(|c| *c != '\n').count()
}

#[tokio::test]
async fn the_first_matching_rule_answers() {
    let server = ModelServer::start(script(vec![
        rule(answer::text("系统")).system_contains("审稿"),
        rule(answer::text("参数")).parameter("temperature"),
        rule(answer::text("第二次")).user_contains("续写").nth(2),
        rule(answer::text("一次")).user_contains("续写").times(1),
        rule(answer::text("模型")).model("别的"),
        rule(answer::text("任何")).contains("听见"),
        rule(answer::text("不会")).path("/elsewhere"),
    ]))
    .await;
    let plain = |words: &str| chat(words, false);
    let mut body = plain("写");
    body["messages"] = json!([{ "role": "system", "content": "请续写" }]);
    assert_eq!(length(&answer_to(&server, &body)), 60, "a system message is not a user message");
    assert_eq!(answer_to(&server, &plain("请续写")), "一次");
    assert_eq!(answer_to(&server, &plain("请续写")), "第二次");
    assert_eq!(length(&answer_to(&server, &plain("请续写"))), 60, "the default");
    body["messages"] = json!([{ "role": "system", "content": [{ "type": "text", "text": "你审稿。" }] }]);
    assert_eq!(answer_to(&server, &body), "系统");
    body = plain("审稿");
    body["temperature"] = json!(0.7);
    assert_eq!(answer_to(&server, &body), "参数");
    body["temperature"] = Value::Null;
    body["model"] = json!("别的");
    assert_eq!(answer_to(&server, &body), "模型");
    assert_eq!(answer_to(&server, &plain("他听见雨声")), "任何");
    let rules: Vec<_> = server.requests().iter().map(|request| request.rule).collect();
    assert_eq!(rules, [None, Some(3), Some(2), None, Some(0), Some(1), Some(4), Some(5)]);
    server.reset();
    assert_eq!(answer_to(&server, &plain("请续写")), "一次", "the rules' counters restart");
}

#[tokio::test]
async fn rules_match_headers_and_paths() {
    let script: Script = serde_json::from_value(json!({ "models": ["甲", "乙"], "rules": [
        { "when": { "header": { "authorization": "key" } }, "answer": { "status": 401 } },
        { "when": { "path": "/embeddings" }, "answer": { "body": "[1]", "headers": { "content-type": "x/y" } } },
    ]}))
    .unwrap();
    let server = ModelServer::start(script).await;
    assert_eq!(ask(&server, &chat("写", false)).json()["error"]["code"], "invalid_api_key");
    let at = |line: &str| read(connect(server.address(), line, ""));
    let models = at("GET /v1/models").json();
    assert_eq!((&models["data"][0]["id"], &models["data"][1]["id"]), (&json!("甲"), &json!("乙")));
    let raw = at("POST /v1/embeddings?x=1");
    assert_eq!((raw.text(), raw.head.contains("content-type: x/y\r\n")), ("[1]", true));
    assert_eq!(at("GET /v1/nothing").status, 404);
}

#[tokio::test]
async fn answers_are_given_in_order() {
    let server = ModelServer::start(answers_in_turn(vec![answer::failing(503), answer::text("好")])).await;
    assert_eq!(ask(&server, &chat("写", false)).status, 503);
    assert_eq!(answer_to(&server, &chat("写", false)), "好");
    assert_eq!(length(&answer_to(&server, &chat("写", false))), 60);
}

#[tokio::test]
async fn prose_has_the_exact_length_and_sentences() {
    for characters in (0..120).chain([500, 3000]) {
        let text = words(answer::prose(characters)).await;
        assert_eq!(length(&text), characters);
        assert!(characters == 0 || text.ends_with(['。', '！', '？', '”']), "{text}");
        // The beginning of a sentence that was cut to length; shorter texts may contain one.
        let whole = text.replace("水面上浮着一层薄雾，", "").replace("，水面上浮着一层薄雾。", "");
        assert!(characters < 23 || !whole.contains("水面上浮"), "{text}");
    }
    let text = words(answer::prose(3000)).await;
    for mark in ["。", "，", "？", "！", "“", "\n\n"] {
        assert!(text.contains(mark), "no {mark:?}");
    }
    assert_eq!(text, words(answer::prose(3000)).await, "the same text again");
    let with = |prose: Prose| words(Answer { prose: Some(prose), ..Answer::default() });
    let wall = with(Prose { characters: 500, punctuation: false, dialogue: true, seed: 1 }).await;
    assert_eq!(wall.chars().filter(|c| c.is_alphanumeric()).count(), 500);
    assert_eq!(wall.chars().count(), 500);
    let quiet = with(Prose { characters: 900, punctuation: true, dialogue: false, seed: 1 }).await;
    assert!(!quiet.contains('“'));
    assert_ne!(text, with(Prose { characters: 3000, seed: 9, ..Prose::default() }).await);
}

#[tokio::test]
async fn prose_has_the_length_the_last_message_asks_for() {
    let server = ModelServer::start(answer::prose_as_asked(0.5)).await;
    for (asked, expected) in [
        ("写 800 字。", 400),
        ("目标3000字，已写 1,200 字，还差约1,800个字，别写成错别字", 900),
        ("随便写几个字", 60),
    ] {
        assert_eq!(length(&answer_to(&server, &chat(asked, false))), expected, "{asked}");
    }
    let first = answer_to(&server, &chat("写 800 字", false));
    assert_ne!(first, answer_to(&server, &chat("写 800 字", false)), "a rule does not repeat itself");
}

#[tokio::test]
async fn words_can_be_json_or_cut_at_the_limit() {
    assert_eq!(words(answer::json(json!({ "名": [1, 2] }))).await, r#"{"名":[1,2]}"#);
    let server =
        ModelServer::start(Answer { honours_max_tokens: true, ..answer::text("一二三四五六") }).await;
    let mut body = chat("写", false);
    body["max_completion_tokens"] = json!(2);
    let choice = ask(&server, &body).json()["choices"][0].clone();
    assert_eq!(
        (&choice["message"]["content"], &choice["finish_reason"]),
        (&json!("一二三"), &json!("length"))
    );
    body["max_completion_tokens"] = json!(4);
    assert_eq!(ask(&server, &body).json()["choices"][0]["finish_reason"], "stop");
}

#[tokio::test]
async fn requests_are_recorded() {
    let server = ModelServer::start(answer::text("好")).await;
    let seen = ask(&server, &chat("写", true));
    let requests = server.wait_for_endings(1).await;
    let request = &requests[0];
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/v1/chat/completions"));
    assert_eq!(request.headers["authorization"], "Bearer key");
    assert_eq!(request.body, chat("写", true));
    assert_eq!(request.text("/messages/0/content"), "写");
    let ended = request.ended.clone().unwrap();
    assert_eq!((ended.how, ended.body_bytes), (How::Answered, seen.body.len() as u64));
    assert!(ended.at_ms >= request.started_ms);
    assert_eq!(server.base_url(), format!("http://{}/v1", server.address()));
    assert!(server.address().ip().is_loopback());
    server.reset();
    assert_eq!(server.requests(), []);
}

#[test]
fn an_invalid_script_is_an_error() {
    for wrong in [
        json!({ "rule": [] }),
        json!({ "default": { "txt": "好" } }),
        json!({ "default": { "dialect": "latin" } }),
        json!({ "default": { "prose": { "length": 3 } } }),
    ] {
        assert!(serde_json::from_value::<Script>(wrong.clone()).is_err(), "{wrong}");
    }
    let full = answers_in_turn(vec![answer::prose(5), answer::failing(500)]);
    let written = serde_json::to_value(&full).unwrap();
    assert_eq!(serde_json::from_value::<Script>(written).unwrap(), full);
}

#[tokio::test]
async fn a_dropped_server_closes_its_port() {
    let server = ModelServer::start(Script::default()).await;
    let address = server.address();
    drop(server);
    assert!(std::net::TcpStream::connect(address).is_err());
}
