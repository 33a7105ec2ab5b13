//! Broken answers by kind. The right side is the expected value, or `!` and the name of the error.

mod marks;

pub(super) use marks::*;

pub(super) type Row = (&'static str, &'static str);

/// Answers for [`super::thing`]; `OK` is its plain value.
pub(super) const OK: &str = r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"]}"#;

pub(super) const FENCES: &[Row] = &[
    ("```json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\n```", OK),
    ("```\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\n```", OK),
    (
        "```JSON\r\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\r\n```\r\n",
        OK,
    ),
    ("```json {\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]} ```", OK),
    ("~~~json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\n~~~", OK),
    ("```json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", OK),
    ("{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\n```", OK),
    ("json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", OK),
    (
        "结果如下：\n```json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\n```\n以上。",
        OK,
    ),
    ("````json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\n````", OK),
    ("```json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"],}\n```", OK),
    ("```json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]\n```", OK),
    ("```json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"\n```", "!Syntax"),
    ("```json\n```", "!NoJson"),
    ("```\n阿Q是未庄的短工。\n```", "!NoJson"),
    ("```json\n{\"name\":\"阿Q\",\n```", "!Syntax"),
];

pub(super) const PROSE: &[Row] = &[
    ("好的，这是结果：{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", OK),
    (
        "{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\n\n希望对您有帮助！",
        OK,
    ),
    (
        "Sure! Here it is:\n\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\n\nAnything else?",
        OK,
    ),
    ("参见[1]和[2, 3]：{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", OK),
    ("[12:30] {\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", OK),
    ("[说明] 见下。{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", OK),
    (
        "把 {名字} 换成真名：{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}",
        OK,
    ),
    ("**答案**\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}。", OK),
    ("{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]};", OK),
    ("const x = {\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]};", OK),
    ("\u{feff}{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\u{feff}", OK),
    ("　{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}　", OK),
    (
        "\"{\\\"name\\\":\\\"阿Q\\\",\\\"age\\\":30,\\\"kind\\\":\\\"person\\\",\\\"tags\\\":[\\\"未庄\\\",\\\"短工\\\"]}\"",
        OK,
    ),
    ("这是 {说明 {\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", "!Syntax"),
    ("{{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}}", "!Syntax"),
    ("\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", "!Syntax"),
    ("\"answer\": {\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", "!Syntax"),
    (
        "{\"answer\": {\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}}",
        "!Invalid",
    ),
    ("[{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}]", "!Invalid"),
    ("结果：[{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}]", "!Invalid"),
    (
        "{\"broken\": ???, \"inner\": {\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[]}}",
        "!Syntax",
    ),
];

pub(super) const THINKING: &[Row] = &[
    (
        "<think>想一想</think>{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}",
        OK,
    ),
    (
        "<think>\n也许是 {\"name\":\"x\"}？\n</think>\n\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}",
        OK,
    ),
    (
        "<think></think>\n```json\n{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}\n```",
        OK,
    ),
    (
        "<thinking>hm</thinking>{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}",
        OK,
    ),
    ("想好了。</think>{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]}", OK),
    ("<think>{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[]}", "!NoJson"),
    ("<think>还没想好", "!NoJson"),
    ("<think>想</think>", "!NoJson"),
    ("<think>想</think>我不知道。", "!NoJson"),
];

pub(super) const NO_JSON: &[Row] = &[
    ("", "!NoJson"),
    (" \n\t\r\n ", "!NoJson"),
    ("\u{feff}", "!NoJson"),
    ("抱歉，我无法完成这个请求。", "!NoJson"),
    ("对不起，作为一个语言模型，我不能回答这个问题。", "!NoJson"),
    ("I'm sorry, but I can't help with that.", "!NoJson"),
    ("<!DOCTYPE html><html><body>{\"error\":\"502\"}</body></html>", "!NoJson"),
    ("<html><head><style>body {color: red}</style></head></html>", "!NoJson"),
    ("\n<HTML>\n<h1>504</h1></HTML>", "!NoJson"),
    ("name: 阿Q\nage: 30\nkind: person", "!NoJson"),
    ("| name | age |\n|---|---|\n| 阿Q | 30 |", "!NoJson"),
    ("<name>阿Q</name><age>30</age>", "!NoJson"),
    ("undefined", "!NoJson"),
    ("NaN", "!NoJson"),
    ("（无）", "!NoJson"),
    ("[DONE]", "!NoJson"),
    ("null", "!Invalid"),
    ("true", "!Invalid"),
    ("42", "!Invalid"),
    ("\"阿Q\"", "!Invalid"),
    ("{}", "!Invalid"),
    ("[]", "!Invalid"),
    ("{\"error\": {\"message\": \"overloaded\"}}", "!Invalid"),
];

pub(super) const TYPES: &[Row] = &[
    (r#"{"name":"阿Q","age":"30","kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30.5,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":-1,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":null,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":true,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":["阿Q"],"age":30,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":{"zh":"阿Q"},"age":30,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":7,"age":30,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":"未庄"}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":[1]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":[null]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":{"0":"未庄"}}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"Person","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"persn","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"人物","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"person ","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"person|place","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":["person"],"tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":null,"tags":[]}"#, "!Invalid"),
    // JSON Schema accepts a float with an integral value as an integer.
    (
        r#"{"name":"阿Q","age":30.0,"kind":"person","tags":[]}"#,
        r#"{"name":"阿Q","age":30.0,"kind":"person","tags":[]}"#,
    ),
];

pub(super) const FIELDS: &[Row] = &[
    (r#"{"age":30,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","age":30,"kind":"person"}"#, "!Invalid"),
    (r#"{"Name":"阿Q","age":30,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"nmae":"阿Q","age":30,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"名字":"阿Q","年龄":30,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name ":"阿Q","age":30,"kind":"person","tags":[]}"#, "!Invalid"),
    (r#"{"name":"阿Q","name":"小D","age":30,"kind":"person","tags":[]}"#, "!Ambiguous"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":[],"name":"阿Q"}"#, "!Ambiguous"),
    (r#"{'name':'阿Q','name':'小D','age':30,'kind':'person','tags':[]}"#, "!Ambiguous"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"],"note":"x"}"#, OK),
    (
        r#"{"reasoning":{"a":[1,2]},"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"],"x/y":1,"z~":2}"#,
        OK,
    ),
    (r#"{"$schema":"x","name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"]}"#, OK),
    (r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#, "!Invalid"),
    (r#"{"tags":["未庄","短工"],"kind":"person","age":30,"name":"阿Q"}"#, OK),
];

pub(super) const TWO_VALUES: &[Row] = &[
    (
        r#"{"name":"a","age":1,"kind":"item","tags":[]}{"name":"b","age":1,"kind":"item","tags":[]}"#,
        "!Ambiguous",
    ),
    (
        r#"{"name":"a","age":1,"kind":"item","tags":[]} {"name":"a","age":1,"kind":"item","tags":[]}"#,
        "!Ambiguous",
    ),
    (
        "{\"name\":\"a\",\"age\":1,\"kind\":\"item\",\"tags\":[]}\n或者\n{\"name\":\"b\",\"age\":1,\"kind\":\"item\",\"tags\":[]}",
        "!Ambiguous",
    ),
    (
        "```json\n{\"name\":\"a\",\"age\":1,\"kind\":\"item\",\"tags\":[]}\n```\n```json\n{\"name\":\"b\",\"age\":1,\"kind\":\"item\",\"tags\":[]}\n```",
        "!Ambiguous",
    ),
    ("草稿：{\"name\":\"a\"}\n定稿：{\"name\":\"a\",\"age\":1,\"kind\":\"item\",\"tags\":[]}", "!Ambiguous"),
    ("{\"name\":\"a\",\"age\":1,\"kind\":\"item\",\"tags\":[]}\n[\"x\"]", "!Ambiguous"),
    ("{} {\"name\":\"a\",\"age\":1,\"kind\":\"item\",\"tags\":[]}", "!Ambiguous"),
    (
        r#"{"name":"a","age":1,"kind":"item","tags":[]}, {"name":"b","age":1,"kind":"item","tags":[]}"#,
        "!Ambiguous",
    ),
    (r#"{"name":"a","age":1,"kind":"item"}, "tags":[]}"#, "!Syntax"),
    (r#"{"name":"a","age":1,"kind":"item"} "tags":[]}"#, "!Syntax"),
    (r#"{"name":"a","age":1},"kind":"item","tags":[]}"#, "!Syntax"),
];

pub(super) const BRACKETS: &[Row] = &[
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"]"#, OK),
    ("{\"name\":\"阿Q\",\"age\":30,\"kind\":\"person\",\"tags\":[\"未庄\",\"短工\"]\n\n", OK),
    (r#"{"tags":["未庄","短工"],"age":30,"name":"阿Q","kind":"person""#, OK),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"}"#, OK),
    (r#"{"tags":["未庄","短工","age":30,"name":"阿Q","kind":"person"}"#, "!Ambiguous"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"]}}"#, OK),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"]}]}"#, OK),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"]]}"#, "!Syntax"),
    (r#"说明：{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"]}}"#, "!Syntax"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工""#, "!Syntax"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"#, "!Syntax"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","#, "!Syntax"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["#, "!Syntax"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":"#, "!Syntax"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags"#, "!Ambiguous"),
    (r#"{"name":"阿Q","age":30,"kind":"person","#, "!Syntax"),
    (r#"{"name":"阿Q","age":30,"kind":"person""#, "!Invalid"),
    (r#"{"name":"阿Q","tags":[],"kind":"person","age":30"#, "!Syntax"),
    (r#"{"name":"阿Q","#, "!Syntax"),
    (r#"{"name":"阿"#, "!Syntax"),
    (r#"{""#, "!Syntax"),
    (r#"{"#, "!Syntax"),
    (r#"["#, "!Syntax"),
    (r#"{"name":"阿Q","age":30,"kind":"person","tags":["未庄","短工"])"#, "!Syntax"),
    (r#"("name":"阿Q","age":30,"kind":"person","tags":[])"#, "!Syntax"),
];
