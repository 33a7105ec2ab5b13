//! Bytes of RTF as tokens. Any bytes are a sequence of tokens; nothing is an error here.

/// A token of RTF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `\word` or `\wordN`, with the space after it.
    Word { word: &'a str, number: Option<i32> },
    /// `\` and one character that is no letter.
    Symbol(u8),
    /// `\'hh`
    Hex(u8),
    /// Text without line ends, in a code page.
    Text(&'a [u8]),
}

/// Reads tokens one by one.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Reads what follows a backslash.
    fn control(&mut self) -> Option<Token<'a>> {
        let first = self.peek()?;
        if first.is_ascii_alphabetic() {
            return Some(self.word());
        }
        self.at += 1;
        if first != b'\'' {
            return Some(Token::Symbol(first));
        }
        let digit = |at: usize| self.bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (digit(self.at), digit(self.at + 1)) {
            (Some(high), Some(low)) => {
                self.at += 2;
                u8::try_from(high * 16 + low).ok().map(Token::Hex)
            }
            _ => Some(Token::Symbol(first)),
        }
    }

    fn word(&mut self) -> Token<'a> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.at += 1;
        }
        let word = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        let number = self.number();
        if self.peek() == Some(b' ') {
            self.at += 1;
        }
        if word == "bin" {
            let length = usize::try_from(number.unwrap_or(0)).unwrap_or(0);
            self.at = self.at.saturating_add(length).min(self.bytes.len());
        }
        Token::Word { word, number }
    }

    /// Reads a number with a sign. Numbers out of range are the nearest in range.
    fn number(&mut self) -> Option<i32> {
        let start = self.at;
        let is_negative = self.peek() == Some(b'-');
        let digits = start + usize::from(is_negative);
        let length =
            self.bytes[digits.min(self.bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
        if length == 0 {
            return None;
        }
        self.at = digits + length;
        let value = self.bytes[digits..self.at]
            .iter()
            .fold(0_i32, |sum, digit| sum.saturating_mul(10).saturating_add(i32::from(digit - b'0')));
        Some(if is_negative { -value } else { value })
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while matches!(self.peek()?, b'\r' | b'\n' | 0) {
            self.at += 1;
        }
        let start = self.at;
        match self.peek()? {
            b'{' => {
                self.at += 1;
                Some(Token::Open)
            }
            b'}' => {
                self.at += 1;
                Some(Token::Close)
            }
            b'\\' => {
                self.at += 1;
                self.control()
            }
            _ => {
                let rest = &self.bytes[start..];
                let length = rest
                    .iter()
                    .position(|byte| matches!(byte, b'{' | b'}' | b'\\' | b'\r' | b'\n' | 0))
                    .unwrap_or(rest.len());
                self.at += length;
                Some(Token::Text(&rest[..length]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(word: &str, number: Option<i32>) -> Token<'_> {
        Token::Word { word, number }
    }

    #[test]
    fn numbers_end_before_a_second_sign() {
        let tokens: Vec<Token<'_>> = Tokens::new(br"\u8212-\u-10179 x\li-720\b0").collect();
        let expected = [
            word("u", Some(8212)),
            Token::Text(b"-"),
            word("u", Some(-10179)),
            Token::Text(b"x"),
            word("li", Some(-720)),
            word("b", Some(0)),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn binary_data_is_no_text() {
        let tokens: Vec<Token<'_>> = Tokens::new(b"\\bin4 {}\\}x").collect();
        assert_eq!(tokens, [word("bin", Some(4)), Token::Text(b"x")]);
    }

    #[test]
    fn damaged_escapes_keep_their_text() {
        let tokens: Vec<Token<'_>> = Tokens::new(br"\'zz\'e4\").collect();
        assert_eq!(tokens, [Token::Symbol(b'\''), Token::Text(b"zz"), Token::Hex(0xe4)]);
    }
}
