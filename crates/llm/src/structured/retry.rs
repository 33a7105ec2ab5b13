//! The message to a model whose answer could not be read.

use super::error::{Ambiguity, Expected, StructuredError, Violation};
use super::ladder::Language;

/// Returns the message that asks a model to answer again: what was wrong and where, in the language of the prompts.
pub fn retry_message(error: &StructuredError, language: Language) -> String {
    match language {
        Language::Zh => format!("上面的回答不能用：{}\n请重新输出完整的 JSON，只输出 JSON。", chinese(error)),
        Language::En => {
            format!(
                "The answer above cannot be used: {}\nOutput the whole JSON again, and nothing else.",
                english(error)
            )
        }
    }
}

fn chinese(error: &StructuredError) -> String {
    match error {
        StructuredError::NoJson { .. } => "里面没有 JSON。".to_owned(),
        StructuredError::Syntax { at, expected, raw } => {
            let (line, column) = place(raw, *at);
            let wanted = match expected {
                Expected::Value => "一个值",
                Expected::Key => "带双引号的字段名",
                Expected::Colon => "冒号",
                Expected::CommaOrBracket => "逗号或右括号",
                Expected::Quote => "结束字符串的双引号",
                Expected::Escape => "合法的转义（反斜杠要写成 \\\\）",
                Expected::End => "JSON 到此结束",
            };
            format!("JSON 语法错误，第 {line} 行第 {column} 个字符“{}”处应为{wanted}。", excerpt(raw, *at))
        }
        StructuredError::Invalid { errors, .. } => {
            format!("JSON 不符合要求：\n{}", violation_list(errors, "（整个值）"))
        }
        StructuredError::Cut { .. } => "没有写完。请写得更短。".to_owned(),
        StructuredError::Ambiguous { reason, raw } => match reason {
            Ambiguity::TwoValues { .. } => "里面有不止一个 JSON。只能有一个。".to_owned(),
            Ambiguity::DuplicateKey { key } => format!("字段“{key}”在同一个对象里出现了两次。"),
            Ambiguity::Quotes { at } => {
                format!("字符串里的双引号没有转义，在“{}”处。要写成 \\\"，或用中文引号。", excerpt(raw, *at))
            }
        },
        StructuredError::TooDeep { .. } => "JSON 嵌套太深。".to_owned(),
        StructuredError::TooLarge { .. } => "回答太长。请写得更短。".to_owned(),
    }
}

fn english(error: &StructuredError) -> String {
    match error {
        StructuredError::NoJson { .. } => "there is no JSON in it.".to_owned(),
        StructuredError::Syntax { at, expected, raw } => {
            let (line, column) = place(raw, *at);
            let wanted = match expected {
                Expected::Value => "a value",
                Expected::Key => "a key in double quotes",
                Expected::Colon => "a colon",
                Expected::CommaOrBracket => "a comma or a closing bracket",
                Expected::Quote => "the double quote that ends the string",
                Expected::Escape => "a valid escape (write a backslash as \\\\)",
                Expected::End => "the end of the JSON",
            };
            let near = excerpt(raw, *at);
            format!(
                "JSON syntax error at line {line}, character {column}, near `{near}`: {wanted} was expected."
            )
        }
        StructuredError::Invalid { errors, .. } => {
            format!("the JSON does not fit:\n{}", violation_list(errors, "(the whole value)"))
        }
        StructuredError::Cut { .. } => "it is not complete. Write less.".to_owned(),
        StructuredError::Ambiguous { reason, raw } => match reason {
            Ambiguity::TwoValues { .. } => "there is more than one JSON value in it. Give one.".to_owned(),
            Ambiguity::DuplicateKey { key } => format!("the key `{key}` is in one object twice."),
            Ambiguity::Quotes { at } => {
                format!(
                    "double quotes within a string are not escaped, near `{}`. Write \\\".",
                    excerpt(raw, *at)
                )
            }
        },
        StructuredError::TooDeep { .. } => "the JSON is nested too deeply.".to_owned(),
        StructuredError::TooLarge { .. } => "it is too long. Write less.".to_owned(),
    }
}

fn violation_list(errors: &[Violation], root: &str) -> String {
    let line = |error: &Violation| {
        let path = if error.path.is_empty() { root } else { &error.path };
        format!("- {path}: {}", error.message)
    };
    errors.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Line and character, counted from 1.
fn place(raw: &str, at: usize) -> (usize, usize) {
    let before = &raw[..raw.floor_char_boundary(at)];
    let line_begin = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line_begin..].chars().count() + 1)
}

/// Up to 12 characters on either side, on one line.
fn excerpt(raw: &str, at: usize) -> String {
    let (before, after) = raw.split_at(raw.floor_char_boundary(at));
    let begin = before.char_indices().rev().nth(11).map_or(0, |(at, _)| at);
    before[begin..]
        .chars()
        .chain(after.chars().take(12))
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
