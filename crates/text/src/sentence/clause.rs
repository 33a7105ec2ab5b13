//! The ends of clauses, used if a text must stop where no sentence ends.

/// Detects the ends of clauses while a text arrives.
///
/// A clause ends after a run of `， ； ： — ―` or `, ; :` and the closers that follow; a single Latin mark directly
/// before an ASCII letter or digit (3,000; 10:30) ends none. In a line with kana, `、` is such a mark too, since it is
/// the comma there.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    has_kana: bool,
    ending: Option<Ending>,
}

/// The marks at the end of a clause, until the next character is known.
#[derive(Clone, Copy, Debug)]
struct Ending {
    is_lone_latin: bool,
}

impl Clauses {
    /// Processes the next character; returns whether a clause ends before it. `closes` says whether it would close a
    /// quote or bracket after a mark.
    #[inline]
    pub(super) fn push(&mut self, c: char, closes: impl FnOnce() -> bool) -> bool {
        // Most characters are irrelevant here.
        let is_irrelevant = c.is_ascii_alphanumeric() || c == ' ' || ('\u{4e00}'..='\u{9fff}').contains(&c);
        if is_irrelevant && self.ending.is_none() {
            return false;
        }
        self.has_kana =
            c != '\n' && (self.has_kana || matches!(c, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}'));
        let is_mark = self.is_mark(c);
        let Some(ending) = self.ending else {
            if is_mark {
                self.ending = Some(Ending { is_lone_latin: c.is_ascii() });
            }
            return false;
        };
        if is_mark || closes() {
            self.ending = Some(Ending { is_lone_latin: false });
            return false;
        }
        self.ending = None;
        !(ending.is_lone_latin && c.is_ascii_alphanumeric())
    }

    /// Whether everyday characters are irrelevant at this point.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.ending.is_none()
    }

    fn is_mark(&self, c: char) -> bool {
        match c {
            '，' | '；' | '：' | '—' | '―' | ',' | ';' | ':' => true,
            '、' => self.has_kana,
            _ => false,
        }
    }
}
