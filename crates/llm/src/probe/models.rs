//! The models that a server lists.

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::client::{Client, Endpoint, Failure};
use crate::retry::FailureClass;

/// Most names that are taken from a list.
const MAX: usize = 5000;

/// Longest name that is taken.
const MAX_LEN: usize = 200;

/// The names of the models that a server lists, in its order.
///
/// # Errors
/// Why there is no list: the server's refusal, or [`FailureClass::Parse`] when it sent something else.
pub async fn list_models(
    client: &Client,
    endpoint: Endpoint<'_>,
    cancel: &CancellationToken,
) -> Result<Vec<String>, Failure> {
    let body = client.models(endpoint, cancel).await?;
    read_list(&body)
        .ok_or_else(|| Failure::new(FailureClass::Parse, "the server's list of models cannot be read"))
}

/// Reads `{"data": [{"id": …}]}`, and the lists of servers that say `models`, `name` or `model`, or send plain names.
pub(super) fn read_list(body: &[u8]) -> Option<Vec<String>> {
    let list: Value = serde_json::from_slice(body).ok()?;
    let entries = match &list {
        Value::Array(entries) => entries,
        Value::Object(fields) => ["data", "models"].iter().find_map(|name| fields.get(*name)?.as_array())?,
        _ => return None,
    };
    let mut names = Vec::new();
    for name in entries.iter().filter_map(name_of).take(MAX) {
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
    let sound = !name.is_empty() && name.chars().count() <= MAX_LEN && !name.chars().any(char::is_control);
    sound.then_some(name)
}
