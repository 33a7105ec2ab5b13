//! The list of models that a server offers.

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::client::{Client, Endpoint, Failure};
use crate::retry::FailureClass;

/// Maximum number of names read from a list.
const MAX_NAMES: usize = 5000;

/// Maximum length of a name in characters; longer names are skipped.
const MAX_NAME_LEN: usize = 200;

/// Returns the names of the models that a server lists, in the server's order.
///
/// # Errors
/// The server's refusal, or [`FailureClass::Parse`] if the answer cannot be read as a list.
pub async fn list_models(
    client: &Client,
    endpoint: Endpoint<'_>,
    cancel: &CancellationToken,
) -> Result<Vec<String>, Failure> {
    let body = client.models(endpoint, cancel).await?;
    read_list(&body)
        .ok_or_else(|| Failure::new(FailureClass::Parse, "the server's list of models cannot be read"))
}

/// Reads `{"data": [{"id": …}]}`, and the variants of servers that use `models`, `name` or `model`, or send plain
/// names.
pub(super) fn read_list(body: &[u8]) -> Option<Vec<String>> {
    let list: Value = serde_json::from_slice(body).ok()?;
    let entries = match &list {
        Value::Array(entries) => entries,
        Value::Object(fields) => ["data", "models"].iter().find_map(|name| fields.get(*name)?.as_array())?,
        _ => return None,
    };
    let mut names = Vec::new();
    for name in entries.iter().filter_map(name_of).take(MAX_NAMES) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    Some(names)
}

fn name_of(entry: &Value) -> Option<&str> {
    let name = entry
        .as_str()
        .or_else(|| ["id", "name", "model"].iter().find_map(|field| entry.get(field)?.as_str()))?;
    let sound =
        !name.is_empty() && name.chars().count() <= MAX_NAME_LEN && !name.chars().any(char::is_control);
    sound.then_some(name)
}
