//! Every benchmark of the crates: `cargo xtask bench NAME`, where NAME is a file of this folder. `docs/benchmarks.md`
//! describes each of them, its reference and its latest results.

use std::process::ExitCode;

use anyhow::{Result, bail};

mod anchors;
mod canon;
#[path = "../../crates/text/tests/names/characters.rs"]
mod characters;
mod checks;
mod embed;
mod gate;
mod manuscript;
mod mending;
mod names;
mod pipelines;
mod search;
mod workflow;

fn main() -> Result<ExitCode> {
    // cargo itself adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let Some((name, rest)) = words.split_first() else { bail!("which benchmark? `cargo xtask bench NAME`") };
    match name.as_str() {
        "anchors" => anchors::measure(rest),
        "canon" => canon::measure(),
        "checks" => checks::measure(),
        "embed" => embed::measure(rest),
        "gate" => Ok(gate::measure()),
        "manuscript" => manuscript::measure(),
        "mending" => mending::measure(rest),
        "names" => Ok(names::measure()),
        "pipelines" => pipelines::measure(rest),
        "search" => search::measure(rest),
        "workflow" => workflow::measure(),
        _ => bail!("there is no benchmark {name}"),
    }
}
