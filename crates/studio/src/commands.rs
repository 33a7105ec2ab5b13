//! Every command, once, for every host.
//!
//! Each domain lists its own commands; [`all`] joins the lists. The window and the loopback host run a command through
//! [`Desk::call`](crate::desk::Desk::call), the command line through [`call`]; nothing else turns a request into a use case.

use serde_json::Value;
use wenfang_assist::drafting::Observer;
pub use wenfang_usecase::{Announce, Command, Needs, ProjectGuard, Tag};
use wenfang_usecase::{Error, Result, Types, unknown};

pub use crate::domains::{CommandHost, call_on, watched_call_on};
use crate::{desk, domains};

/// Every command.
pub fn all() -> impl Iterator<Item = &'static Command> {
    domains::all().chain(desk::commands::COMMANDS)
}

/// The command with a name.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) when there is none.
pub fn find(name: &str) -> Result<&'static Command> {
    all().find(|command| command.name == name).ok_or_else(|| unknown(name))
}

/// Runs a command in a host without a window.
///
/// # Errors
/// [`Code::BadRequest`](crate::Code::BadRequest) for an unknown name, a request of the wrong shape, or a command that needs
/// a window; [`Code::NoProject`](crate::Code::NoProject) when it needs a project and none is open; the use case's own
/// errors.
pub async fn call(host: &impl CommandHost, name: &str, request: Value, observer: &Observer) -> Result<Value> {
    if find(name)?.needs == Needs::Desk {
        return Err(Error::bad_request("this command needs a window", "Nothing was changed."));
    }
    domains::call(host, name, request, observer).await
}

/// Collects the types of every request and answer.
pub(crate) fn describe(types: &mut Types) {
    domains::describe(types);
    desk::commands::describe(types);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_noun_and_verb_and_unique() {
        let mut seen = std::collections::HashSet::new();
        for command in all() {
            assert_eq!(command.name.split('.').count(), 2, "{}", command.name);
            assert!(seen.insert(command.name), "{}", command.name);
        }
    }
}
