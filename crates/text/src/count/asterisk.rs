//! Which asterisks of a line are Markdown emphasis.
//!
//! A run of one to three asterisks opens when something visible follows, closes when something visible precedes,
//! and is emphasis when an opening and a closing run of the same length meet in one line.

/// A run of asterisks in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Asterisks in the run.
    pub(super) length: usize,
    /// Whether something visible follows.
    pub(super) opens: bool,
    /// Whether something visible precedes.
    pub(super) closes: bool,
}

/// The longest run that can be emphasis: `***` is both strong and stressed.
const LONGEST: usize = 3;

/// How many asterisks of a line are emphasis marks.
pub(super) fn emphasis_marks(runs: &[Run]) -> usize {
    let mut open: Vec<usize> = Vec::new();
    let mut marks = 0;
    for run in runs.iter().filter(|run| run.length <= LONGEST) {
        let opener = if run.closes { open.iter().rposition(|&length| length == run.length) } else { None };
        match opener {
            Some(at) => {
                open.truncate(at);
                marks += 2 * run.length;
            }
            None if run.opens => open.push(run.length),
            None => {}
        }
    }
    marks
}
