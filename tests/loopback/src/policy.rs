//! The content security policy of the page: that of the shell, with this server in place of the shell's IPC.

use anyhow::{Context, Result};
use serde_json::Value;

/// The shell's configuration at build time.
const SHELL: &str = include_str!("../../../src-tauri/tauri.conf.json");

/// The value of the header.
pub fn header() -> Result<String> {
    let shell: Value = serde_json::from_str(SHELL)?;
    let rules = shell["app"]["security"]["csp"].as_object().context("the shell has no policy")?;
    let rule = |(name, sources): (&String, &Value)| {
        let sources = if name == "connect-src" { "'self'" } else { sources.as_str()? };
        Some(format!("{name} {sources}"))
    };
    let rules: Option<Vec<String>> = rules.iter().map(rule).collect();
    Ok(rules.context("a rule of the shell's policy is not a string")?.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_may_call_only_this_server() {
        let header = header().unwrap();
        assert!(header.contains("default-src 'none'"), "{header}");
        assert!(header.contains("connect-src 'self';"), "{header}");
        assert!(!header.contains("http"), "{header}");
    }
}
