//! Embedding on this machine: paragraphs per second of both engines, at every instruction level the processor has.
//!
//! `cargo xtask bench embed`; exits with status 1 when it misses a bar. The weights are random in the dimensions of
//! bge-small-zh-v1.5, which does not affect speed. One thread is timed by its processor time, where the system
//! reports it, so that other load matters less; two threads are timed by the wall clock. If `WENFANG_BENCH_PYTHON`
//! names a Python with torch, transformers, onnx and onnxruntime, those run in the same rounds
//! (`embed/contestants.py`).

use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use anyhow::{Context, Result};
use wenfang_embed::kernels::Level;
use wenfang_embed::seeded::{Seeded, Sizes, write};
use wenfang_embed::{Embedder, Engine, Folder, Options, Pooling, Role, Scheme, load_held_to};
use wenfang_tests::corpus;
use wenfang_tests::measure::{Report, Times, rounds, timed};

/// Paragraphs per run.
const PARAGRAPHS: usize = 64;
/// Tokens per paragraph.
const TOKENS: std::ops::RangeInclusive<usize> = 30..=120;
/// Runs of each contestant, taking turns.
const ROUNDS: usize = 5;
/// Command-line flag before a folder and the number of a contestant: measure its memory in a separate process.
const MEMORY_OF: &str = "--memory-of";
/// Environment variable that names a Python.
const PYTHON: &str = "WENFANG_BENCH_PYTHON";

/// A configuration to measure.
#[derive(Clone, Copy, PartialEq)]
enum Contestant {
    Ours(Engine, Scheme, Level),
    Python(&'static str),
}

impl Contestant {
    fn name(self) -> String {
        match self {
            Self::Ours(Engine::Candle, ..) => "A: candle, f32".to_owned(),
            Self::Ours(_, scheme, level) => format!("B: packed, {scheme}, {level:?}"),
            Self::Python(name) => name.to_owned(),
        }
    }

    /// Required speed as a multiple of the reference.
    fn bar(self) -> Option<f64> {
        match self {
            Self::Ours(Engine::Packed, Scheme::F32, Level::Avx2) => Some(1.4),
            Self::Ours(Engine::Packed, Scheme::F32, Level::Avx512) => Some(2.0),
            Self::Ours(Engine::Packed, Scheme::Int8, Level::Avx2) => Some(2.5),
            Self::Ours(Engine::Packed, Scheme::Int8, Level::Avx512Vnni) => Some(5.0),
            _ => None,
        }
    }
}

const REFERENCE: Contestant = Contestant::Ours(Engine::Candle, Scheme::F32, Level::Scalar);

/// Both engines: in floats where a level has its own instructions for them, in bytes at every level.
fn contestants() -> Vec<Contestant> {
    let ours = |scheme| {
        let brings = move |level: &Level| match scheme {
            Scheme::F32 => *level != Level::Scalar && level.has_float_kernels(),
            _ => *level != Level::Scalar && level.has_byte_kernels(),
        };
        let levels = Level::offered().into_iter().filter(brings);
        levels.map(move |level| Contestant::Ours(Engine::Packed, scheme, level))
    };
    std::iter::once(REFERENCE).chain(ours(Scheme::F32)).chain(ours(Scheme::Int8)).collect()
}

pub(crate) fn measure(words: &[String]) -> Result<ExitCode> {
    if let [asked, folder, number] = words
        && asked == MEMORY_OF
    {
        return memory_of(Path::new(folder), number.parse()?);
    }
    let vocabulary =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/models/bge-small-zh-v1.5/vocab.txt");
    let Ok(vocabulary) = std::fs::read_to_string(&vocabulary) else {
        eprintln!("skipped: {} is not there", vocabulary.display());
        return Ok(ExitCode::SUCCESS);
    };
    let Some(novel) = corpus::text(corpus::HONGLOUMENG) else { return Ok(ExitCode::SUCCESS) };
    let place = tempfile::tempdir()?;
    let model =
        Seeded { seed: 3, sizes: Sizes::BGE_SMALL_ZH, vocabulary: &vocabulary, pooling: Pooling::Cls };
    write(place.path(), &model)?;
    let folder = Folder::open(place.path())?;
    let paragraphs = paragraphs(&folder, &novel)?;
    std::fs::write(place.path().join("paragraphs.txt"), paragraphs.join("\n"))?;

    let mut report = Report::default();
    let tokens: usize = folder.token_numbers(&paragraphs, Role::Passage)?.iter().map(Vec::len).sum();
    report.section(&format!("{PARAGRAPHS} paragraphs, {tokens} tokens, {} rounds", rounds(ROUNDS, 2)));
    let mut python = Python::start(place.path())?;
    let mut contestants = contestants();
    contestants.extend(python.iter().flat_map(|python| &python.names).map(|name| Contestant::Python(name)));
    for threads in [1, 2] {
        for batch in [8, 32] {
            let setting = Setting { threads, batch };
            compare(&folder, (&paragraphs, setting), (&contestants, &mut python), &mut report)?;
        }
    }
    report.section("Peak memory of a process that loads a model and embeds the paragraphs, two threads, MB");
    for (number, contestant) in contestants.iter().enumerate() {
        if matches!(contestant, Contestant::Ours(..)) {
            let memory = Command::new(std::env::current_exe()?)
                .args(["embed", MEMORY_OF])
                .args([place.path().as_os_str(), number.to_string().as_ref()])
                .output()?;
            report.figure(&contestant.name(), String::from_utf8_lossy(&memory.stdout).trim());
        }
    }
    Ok(report.verdict())
}

#[derive(Clone, Copy)]
struct Setting {
    threads: usize,
    batch: usize,
}

/// Paragraphs of the right length from all over the novel, sorted by length: the reference pads, and should not pad
/// much.
fn paragraphs<'n>(folder: &Folder, novel: &'n str) -> Result<Vec<&'n str>> {
    let lines: Vec<&str> = novel.lines().filter(|line| (20..150).contains(&line.chars().count())).collect();
    let tokens = folder.token_numbers(&lines, Role::Passage)?;
    let fitting: Vec<(usize, &str)> =
        tokens.iter().map(Vec::len).zip(lines).filter(|(tokens, _)| TOKENS.contains(tokens)).collect();
    let mut chosen: Vec<(usize, &str)> =
        fitting.iter().step_by((fitting.len() / PARAGRAPHS).max(1)).take(PARAGRAPHS).copied().collect();
    chosen.sort();
    Ok(chosen.into_iter().map(|(_, paragraph)| paragraph).collect())
}

fn load(folder: &Folder, contestant: Contestant, threads: usize) -> Result<Option<Box<dyn Embedder>>> {
    let Contestant::Ours(engine, scheme, level) = contestant else { return Ok(None) };
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    Ok(Some(load_held_to(folder, &Options { engine, scheme, threads }, level)?))
}

fn compare(
    folder: &Folder,
    (paragraphs, setting): (&[&str], Setting),
    (contestants, python): (&[Contestant], &mut Option<Python>),
    report: &mut Report,
) -> Result<()> {
    let Setting { threads, batch } = setting;
    report
        .section(&format!("{threads} thread(s), batches of {batch}: paragraphs/s, and times the reference"));
    let mut engines = Vec::new();
    for contestant in contestants {
        engines.push((*contestant, load(folder, *contestant, threads)?, Vec::new()));
    }
    // The first round warms up and does not count.
    for round in 0..=rounds(ROUNDS, 2) {
        for (contestant, engine, times) in &mut engines {
            let seconds = match (contestant, engine, &mut *python) {
                (_, Some(engine), _) => {
                    let before = processor_seconds();
                    let (done, time) = timed(|| {
                        paragraphs.chunks(batch).try_for_each(|texts| {
                            engine
                                .embed(texts, Role::Passage)
                                .map(|vectors| drop(std::hint::black_box(vectors)))
                        })
                    });
                    done?;
                    match (threads, before, processor_seconds()) {
                        (1, Some(before), Some(after)) => after - before,
                        _ => time.as_secs_f64(),
                    }
                }
                (Contestant::Python(name), None, Some(python)) => python.run(name, setting)?,
                _ => continue,
            };
            if round > 0 {
                times.push(seconds);
            }
        }
    }
    // The median of ratios within a round, so that other load affects both sides alike.
    let of = |wanted: Contestant| engines.iter().find(|(contestant, ..)| *contestant == wanted);
    let Some((_, _, reference)) = of(REFERENCE) else { return Ok(()) };
    let median_ratio = |slow: &[f64], fast: &[f64]| {
        let mut ratios: Vec<f64> = slow.iter().zip(fast).map(|(slow, fast)| slow / fast).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or_default()
    };
    for (contestant, _, times) in &engines {
        let mut all = Times::default();
        times.iter().for_each(|seconds| all.push(std::time::Duration::from_secs_f64(*seconds)));
        let speed = PARAGRAPHS as f64 / all.median().as_secs_f64();
        let name = format!("{}: {speed:.0}/s", contestant.name());
        let ratio = median_ratio(reference, times);
        match contestant.bar() {
            Some(bar) => report.at_least(&name, (ratio, bar), "×"),
            None => report.figure(&name, &format!("{ratio:.2}")),
        }
    }
    let best = Level::offered().into_iter().rfind(|level| matches!(level, Level::Avx512 | Level::Avx2));
    let Some(best) = best else { return Ok(()) };
    let Some((_, _, ours)) = of(Contestant::Ours(Engine::Packed, Scheme::F32, best)) else { return Ok(()) };
    for (contestant, _, times) in &engines {
        if let Contestant::Python(name) = contestant
            && name.ends_with("f32")
        {
            report.at_least(&format!("B f32 beside {name}"), (median_ratio(times, ours), 1.0), "×");
        }
    }
    Ok(())
}

/// Processor time of the living threads of this process; `None` if the system does not report it.
fn processor_seconds() -> Option<f64> {
    let mut sum = 0;
    for thread in std::fs::read_dir("/proc/self/task").ok()? {
        let times = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        sum += times.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(sum as f64 / 1e9)
}

/// Prints the peak memory of this process, in MB, after embedding with one contestant.
#[expect(clippy::print_stdout, reason = "the parent reads it")]
fn memory_of(place: &Path, number: usize) -> Result<ExitCode> {
    let folder = Folder::open(place)?;
    let contestant = contestants().get(number).copied().context("no such contestant")?;
    let engine = load(&folder, contestant, 2)?.context("not one of our engines")?;
    let text = std::fs::read_to_string(place.join("paragraphs.txt"))?;
    engine.embed(&text.lines().collect::<Vec<_>>(), Role::Passage)?;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next());
    match peak.and_then(|peak| peak.parse::<u64>().ok()) {
        Some(kilobytes) => println!("{}", kilobytes / 1024),
        None => println!("unknown on this system"),
    }
    Ok(ExitCode::SUCCESS)
}

/// A Python process that runs its contestants on request.
struct Python {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
    names: Vec<&'static str>,
}

impl Python {
    fn start(folder: &Path) -> Result<Option<Self>> {
        let Some(python) = std::env::var_os(PYTHON) else { return Ok(None) };
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/embed/contestants.py");
        let mut child = Command::new(python)
            .arg(script)
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("the Python of {PYTHON} did not start"))?;
        let ask = child.stdin.take().context("no input")?;
        let answers = BufReader::new(child.stdout.take().context("no output")?);
        let mut python = Self { child, ask, answers, names: Vec::new() };
        let Ok(names) = python.answer() else {
            eprintln!("the Python of {PYTHON} has none of the engines to compare");
            return Ok(None);
        };
        python.names = names.split(',').map(|name| &*name.to_owned().leak()).collect();
        Ok(Some(python))
    }

    fn answer(&mut self) -> Result<String> {
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        anyhow::ensure!(line.ends_with('\n'), "the Python contestants ended");
        Ok(line.trim().to_owned())
    }

    /// Seconds of one run over all paragraphs.
    fn run(&mut self, name: &str, Setting { threads, batch }: Setting) -> Result<f64> {
        writeln!(self.ask, "{name},{threads},{batch}")?;
        Ok(self.answer()?.parse()?)
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        // It ends when its input closes; kill it in case it hangs.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
