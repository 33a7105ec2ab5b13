//! Which quotes are open at a place in a line.

/// The marks that close a quote.
const CLOSERS: [char; 6] = ['”', '’', '」', '』', '"', '＂'];

/// Open quotes.
#[derive(Debug, Default)]
pub(super) struct Quotes {
    /// Outermost first.
    open: Vec<Open>,
    /// How many of them each of [`CLOSERS`] closes: only a quote that will be found is looked for.
    waiting: [usize; CLOSERS.len()],
}

#[derive(Debug)]
struct Open {
    /// The mark that closes it.
    closer: char,
    led_in: bool,
}

/// A closing mark was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    /// Whether a colon stood before the quote: the speaker was named there.
    pub(super) led_in: bool,
}

impl Quotes {
    /// Takes note of a character that is no apostrophe; says so when it closes a quote (or would, had one been
    /// opened). `led_in` says whether a colon, blanks aside, stands before it.
    #[inline]
    pub(super) fn pass(&mut self, c: char, led_in: bool) -> Option<Closed> {
        let closer = match c {
            '“' => '”',
            '‘' => '’',
            '「' => '」',
            '『' => '』',
            '"' | '＂' if !self.is_open(c) => c,
            '”' | '’' | '」' | '』' | '"' | '＂' => return Some(self.close(c)),
            _ => return None,
        };
        self.open.push(Open { closer, led_in });
        self.waiting[index(closer)] += 1;
        None
    }

    /// Closes the innermost quote of this mark and what is open inside it.
    fn close(&mut self, closer: char) -> Closed {
        if self.is_open(closer) {
            while let Some(innermost) = self.open.pop() {
                self.waiting[index(innermost.closer)] -= 1;
                if innermost.closer == closer {
                    return Closed { led_in: innermost.led_in };
                }
            }
        }
        Closed { led_in: false }
    }

    /// Whether a quote that `closer` closes is open.
    pub(super) fn is_open(&self, closer: char) -> bool {
        self.waiting[index(closer)] > 0
    }

    /// Whether no quote is open.
    pub(super) fn none_open(&self) -> bool {
        self.open.is_empty()
    }

    /// The marks that close what is open, innermost first.
    pub(super) fn closing_marks(&self) -> impl ExactSizeIterator<Item = char> {
        self.open.iter().rev().map(|open| open.closer)
    }
}

/// Whether a character opens or closes quotes.
pub(super) fn is_quotation_mark(c: char) -> bool {
    matches!(c, '“' | '‘' | '「' | '『' | '”' | '’' | '」' | '』' | '"' | '＂')
}

/// The place of a mark in [`CLOSERS`].
fn index(closer: char) -> usize {
    CLOSERS.iter().position(|&mark| mark == closer).unwrap_or(0)
}
