//! The author's agreement to what a request to models takes.

use wenfang_usecase::{Code, Error, Result};

/// Refuses what needs more tokens than the author agreed to. Without an agreement in the request nothing is checked:
/// on the command line, the command itself is the agreement.
///
/// # Errors
/// [`Code::AgreementNeeded`].
pub(crate) fn check_agreed(needed: u64, agreed: Option<u64>) -> Result<()> {
    match agreed {
        Some(agreed) if needed > agreed => Err(Error::new(
            Code::AgreementNeeded,
            format!("the request needs about {needed} tokens; you agreed to {agreed}"),
            "Nothing was sent. Check what would be sent and what it costs, then agree to it.",
        )),
        _ => Ok(()),
    }
}
