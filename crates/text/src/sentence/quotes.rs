//! Which quotes are open at a place in a line.

/// Open quotes, outermost first.
#[derive(Default)]
pub(super) struct Quotes(Vec<Open>);

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
    /// Takes note of the character at `at`; says so when it closes a quote (or would, had one been opened).
    pub(super) fn pass(&mut self, line: &[char], at: usize) -> Option<Closed> {
        let c = line[at];
        let closer = match c {
            '“' => '”',
            '‘' => '’',
            '「' => '」',
            '『' => '』',
            '"' | '＂' if !self.is_open(c) => c,
            '’' if is_apostrophe(line, at) => return None,
            '”' | '’' | '」' | '』' | '"' | '＂' => return Some(self.close(c)),
            _ => return None,
        };
        let before = line[..at].iter().rev().find(|c| !c.is_whitespace());
        let led_in = matches!(before, Some('：' | ':'));
        self.0.push(Open { closer, led_in });
        None
    }

    /// Closes the innermost quote of this mark and what is open inside it.
    fn close(&mut self, closer: char) -> Closed {
        let Some(at) = self.0.iter().rposition(|open| open.closer == closer) else {
            return Closed { led_in: false };
        };
        let led_in = self.0[at].led_in;
        self.0.truncate(at);
        Closed { led_in }
    }

    /// Whether a quote that `closer` closes is open.
    pub(super) fn is_open(&self, closer: char) -> bool {
        self.0.iter().any(|open| open.closer == closer)
    }

    /// Whether no quote is open.
    pub(super) fn none_open(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether the mark at `at` stands between two Latin letters.
fn is_apostrophe(line: &[char], at: usize) -> bool {
    let is_letter = |c: Option<&char>| c.is_some_and(|&c| c.is_alphabetic() && c < '\u{2e80}');
    is_letter(at.checked_sub(1).and_then(|before| line.get(before))) && is_letter(line.get(at + 1))
}
