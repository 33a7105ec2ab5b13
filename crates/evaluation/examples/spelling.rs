//! Measures the Chinese spelling rules on each novel by weights fitted on the others.
//!
//! `cargo run -p wenfang-evaluation --example spelling -- FILE…` plants 500 errors in all of them together, three
//! times, and prints what was found, one JSON object per novel and seed. The last lines are the weights that all
//! of them give, for the constants of the rules.

#![allow(clippy::print_stdout)]

use anyhow::Context;
use wenfang_evaluation::{Novel, evaluate_left_out, fit_weights};

/// The number of errors planted in all novels together.
const PLANTED: usize = 500;
const SEEDS: [u64; 3] = [1, 2, 3];

fn main() -> anyhow::Result<()> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    anyhow::ensure!(names.len() > 1, "pass the files of at least two Chinese novels");
    let read =
        |path: &String| std::fs::read_to_string(path).with_context(|| format!("cannot read {path} as UTF-8"));
    let texts: Vec<String> = names.iter().map(read).collect::<Result<_, _>>()?;
    let novels: Vec<Novel<'_>> = names.iter().zip(&texts).map(|(name, text)| Novel { name, text }).collect();
    for seed in SEEDS {
        for left in evaluate_left_out(&novels, (PLANTED, seed)) {
            println!("{}", serde_json::to_string(&left)?);
        }
    }
    for weights in fit_weights(&novels) {
        println!("{}", serde_json::to_string(&weights)?);
    }
    Ok(())
}
