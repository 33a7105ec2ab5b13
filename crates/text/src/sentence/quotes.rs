//! Tracks which quotes are open at a position in a line.

/// The marks that close quotes.
const CLOSERS: [char; 6] = ['”', '’', '」', '』', '"', '＂'];

/// The open quotes.
#[derive(Debug, Default)]
pub(super) struct Quotes {
    /// Outermost first.
    open: Vec<Open>,
    /// The number of open quotes for each of [`CLOSERS`], which avoids searching for a quote that is not open.
    waiting: [usize; CLOSERS.len()],
}

#[derive(Debug)]
struct Open {
    /// The mark that closes it.
    closer: char,
    is_introduced: bool,
}

/// The result of a closing mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    /// Whether a colon precedes the quote, so that the speaker was named there.
    pub(super) is_introduced: bool,
}

impl Quotes {
    /// Processes a character other than an apostrophe; returns a value if it closes a quote, or would close one if
    /// one were open. `is_introduced` says whether a colon precedes it, apart from blanks.
    #[inline]
    pub(super) fn pass(&mut self, c: char, is_introduced: bool) -> Option<Closed> {
        let closer = match c {
            '“' => '”',
            '‘' => '’',
            '「' => '」',
            '『' => '』',
            '"' | '＂' if !self.is_open(c) => c,
            '”' | '’' | '」' | '』' | '"' | '＂' => return Some(self.close(c)),
            _ => return None,
        };
        self.open.push(Open { closer, is_introduced });
        self.waiting[index(closer)] += 1;
        None
    }

    /// Closes the innermost quote of this mark and every quote open inside it.
    fn close(&mut self, closer: char) -> Closed {
        if self.is_open(closer) {
            while let Some(innermost) = self.open.pop() {
                self.waiting[index(innermost.closer)] -= 1;
                if innermost.closer == closer {
                    return Closed { is_introduced: innermost.is_introduced };
                }
            }
        }
        Closed { is_introduced: false }
    }

    /// Whether a quote that `closer` closes is open.
    pub(super) fn is_open(&self, closer: char) -> bool {
        self.waiting[index(closer)] > 0
    }

    /// Whether no quote is open.
    pub(super) fn none_open(&self) -> bool {
        self.open.is_empty()
    }

    /// The marks that close the open quotes, innermost first.
    pub(super) fn closing_marks(&self) -> impl ExactSizeIterator<Item = char> {
        self.open.iter().rev().map(|open| open.closer)
    }
}

/// Whether a character opens or closes quotes.
pub(super) fn is_quotation_mark(c: char) -> bool {
    matches!(c, '“' | '‘' | '「' | '『' | '”' | '’' | '」' | '』' | '"' | '＂')
}

/// The index of a mark in [`CLOSERS`].
fn index(closer: char) -> usize {
    CLOSERS.iter().position(|&mark| mark == closer).unwrap_or(0)
}
