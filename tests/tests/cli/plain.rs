//! What a model is sent for a text without steps, byte for byte.

use std::fmt::Write as _;

use wenfang_model_server::{ModelServer, answer};
use wenfang_text::ContentHash;

use crate::desk::Desk;
use crate::models::set_up;

const ENGLISH: &str = "Chapter 1 The Ferry\n\nThe wind was on the river, and no boat had come.\nOld Zhou sat on the steps and waited.\n";

/// The hash of each request body, by language and act.
fn sent(language: &str, desk: &Desk, line: &mut String) {
    let server = ModelServer::start_on(answer::prose_as_asked(1.0).into(), 0).unwrap();
    set_up(desk, &server);
    for act in ["draft", "continue", "card", "titles"] {
        // Cards and titles are refused as values; the request is what counts.
        desk.run(&format!("draft novel.wenfang --scene 1 --act {act} --target 60 --instruction 慢"), "");
    }
    for act in ["rewrite", "expand", "compress", "polish"] {
        desk.ok(&format!("rewrite novel.wenfang --scene 1 --start 0 --end 10 --act {act} --target 60"));
    }
    for (number, request) in server.requests().iter().enumerate() {
        let hash = ContentHash::of(request.body.to_string().as_bytes());
        writeln!(line, "{language} {number} {hash}").unwrap();
    }
}

/// Rewritten with `UPDATE_EXPECT=1`. A changed hash is a changed prompt: change it only with a shipped template.
#[test]
fn requests_without_steps_stay_as_they_are() {
    let mut found = String::new();
    sent("zh", &Desk::with_novel(), &mut found);
    let english = Desk::new();
    english.write("novel.txt", ENGLISH);
    english.ok("new novel.wenfang --title Ferry --language en");
    english.ok("import novel.wenfang novel.txt");
    sent("en", &english, &mut found);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/requests.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &found).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), found);
}
