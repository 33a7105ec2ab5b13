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
    // How many open runs have each length: only a run that will be found is looked for.
    let mut waiting = [0_usize; LONGEST + 1];
    let mut marks = 0;
    for &Run { length, opens, closes } in runs.iter().filter(|run| run.length <= LONGEST) {
        if closes && waiting[length] > 0 {
            // The runs opened since then met no partner inside this one.
            while let Some(last) = open.pop() {
                waiting[last] -= 1;
                if last == length {
                    break;
                }
            }
            marks += 2 * length;
        } else if opens {
            open.push(length);
            waiting[length] += 1;
        }
    }
    marks
}
