//! The token required by every request except those for the page.

/// A token: 32 random bytes, in hexadecimal.
pub struct Token(String);

impl Token {
    /// Generates a token.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The token, for the process that started the server.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether `given` is the token. Takes the same time however much of it is right.
    pub fn is(&self, given: &[u8]) -> bool {
        let own = self.0.as_bytes();
        let mut differ = u8::from(own.len() != given.len());
        for (at, byte) in own.iter().enumerate() {
            differ |= byte ^ std::hint::black_box(given.get(at).copied().unwrap_or_default());
        }
        std::hint::black_box(differ) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_matches() {
        let token = Token::new().unwrap();
        let text = token.reveal().to_owned();
        assert_eq!(text.len(), 64);
        assert!(token.is(text.as_bytes()));
        assert!(!token.is(b""));
        assert!(!token.is(&text.as_bytes()[1..]));
        assert!(!token.is(format!("{text}0").as_bytes()));
        assert!(!token.is(text.replace(|c: char| c.is_ascii_digit(), "x").as_bytes()));
        assert_ne!(text, Token::new().unwrap().reveal());
    }
}
