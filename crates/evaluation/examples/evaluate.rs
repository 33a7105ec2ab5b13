//! Measures the rules on novels given as files and prints the table for `measured.json`.
//!
//! `cargo run -p wenfang-evaluation --example evaluate -- FILE…` prints the table. With `--misses RULE` before the
//! files, it prints the misses of that rule, one JSON object per line.

#![allow(clippy::print_stdout)]

use std::io::Write;

use anyhow::Context;
use wenfang_evaluation::{Novel, evaluate, misses};
use wenfang_story::check::Rule;

fn main() -> anyhow::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let rule: Option<Rule> = match arguments.first().map(String::as_str) {
        Some("--misses") => {
            arguments.remove(0);
            anyhow::ensure!(!arguments.is_empty(), "--misses requires the name of a rule");
            Some(arguments.remove(0).parse()?)
        }
        _ => None,
    };
    anyhow::ensure!(!arguments.is_empty(), "no novels given; pass the files to measure on");
    let read =
        |path: &String| std::fs::read_to_string(path).with_context(|| format!("cannot read {path} as UTF-8"));
    let texts: Vec<String> = arguments.iter().map(read).collect::<Result<_, _>>()?;
    let novels: Vec<Novel<'_>> =
        arguments.iter().zip(&texts).map(|(name, text)| Novel { name, text }).collect();
    let mut out = std::io::stdout().lock();
    match rule {
        Some(rule) => {
            for miss in misses(&novels, rule) {
                writeln!(out, "{}", serde_json::to_string(&miss)?)?;
            }
        }
        None => {
            let table = evaluate(&novels, &mut |rule| eprintln!("{rule}"));
            writeln!(out, "{}", serde_json::to_string_pretty(&table)?)?;
        }
    }
    Ok(())
}
