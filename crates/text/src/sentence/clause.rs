//! The ends of clauses: second choice where a text must stop and no sentence ends.

/// Follows a text to the ends of its clauses.
///
/// A clause ends after a run of `， ； ： — ―` or `, ; :` and the closers that follow; a lone Latin mark right before an
/// ASCII letter or digit (3,000; 10:30) ends none. In a line with kana `、` is such a mark too, as it is the comma there.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    has_kana: bool,
    ending: Option<Ending>,
}

/// The marks a clause ends with, until what follows is known.
#[derive(Clone, Copy, Debug)]
struct Ending {
    is_lone_latin: bool,
}

impl Clauses {
    /// Takes the next character; says whether a clause ends before it. `closes` says whether it would close a quote or
    /// bracket after a mark.
    #[inline]
    pub(super) fn push(&mut self, c: char, closes: impl FnOnce() -> bool) -> bool {
        // Most characters mean nothing here.
        let means_nothing = c.is_ascii_alphanumeric() || c == ' ' || ('\u{4e00}'..='\u{9fff}').contains(&c);
        if means_nothing && self.ending.is_none() {
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

    /// Whether an everyday character means nothing here.
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
