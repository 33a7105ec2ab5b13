//! The QC codes: classes of trouble in the quality loop.

use serde::{Deserialize, Serialize};

use crate::version::named;

named! {
    /// A class of trouble. An error has at most one; the page words it for the author.
    QcCode "QC code" {
        /// The model failed to answer.
        PromptExecution = "QC-004",
        /// The prompt template does not fit its variables.
        TemplateMismatch = "QC-006",
        /// The state could not be stored.
        StatePersistence = "QC-009",
        /// No tool could be used: no model, no consent, no key, or no money left.
        ToolUnavailable = "QC-012",
        /// The author must point at the place of an issue.
        ManualAlignment = "QC-013",
        /// The text was not in memory. This is information, not a failure.
        CacheMiss = "QC-015",
        /// The text in storage is damaged.
        StorageFailure = "QC-016",
        /// The session waits for the author to supply a text.
        WaitsForText = "QC-017",
        /// The supplied or stored text has another hash.
        HashMismatch = "QC-018",
    }
}

impl QcCode {
    /// The number in the code.
    pub const fn number(self) -> u16 {
        match self {
            Self::PromptExecution => 4,
            Self::TemplateMismatch => 6,
            Self::StatePersistence => 9,
            Self::ToolUnavailable => 12,
            Self::ManualAlignment => 13,
            Self::CacheMiss => 15,
            Self::StorageFailure => 16,
            Self::WaitsForText => 17,
            Self::HashMismatch => 18,
        }
    }

    /// Whether something failed.
    pub const fn is_failure(self) -> bool {
        !matches!(self, Self::CacheMiss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_written_with_their_numbers() {
        for code in QcCode::ALL {
            assert_eq!(code.as_str(), format!("QC-{:03}", code.number()));
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
            assert_eq!(code.as_str().parse::<QcCode>().unwrap(), code);
        }
    }
}
