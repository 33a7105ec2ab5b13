//! English spelling: misspelt words, names and added words, the dictionaries of the machine and the author's own.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

const TEXT: &str =
    "Mr. Darcey recieved Bingley at Pemberley. The colour of the thrumbly was recieved with joy.\n";

/// An English novel, and two dictionaries of the author's own beside the settings.
fn english() -> Desk {
    let desk = Desk::new();
    desk.write("novel.txt", TEXT);
    desk.ok("new novel.wenfang --title Novel --language en");
    desk.ok("import novel.wenfang novel.txt");
    let words = "mr\nMr\nat\nthe\nof\nwas\nwith\njoy\nreceived\n";
    for (name, own) in [("en_US", "color\n"), ("en_GB", "colour\n")] {
        desk.write(
            &format!("studio/config/dictionaries/{name}.aff"),
            "SET UTF-8\nTRY abcdefghijklmnopqrstuvwxyz\n",
        );
        desk.write(&format!("studio/config/dictionaries/{name}.dic"), format!("10\n{words}{own}"));
    }
    desk
}

fn words(scanned: &Value) -> Vec<(String, u64)> {
    let words = items(&scanned["words"]).iter();
    words.map(|word| (word["word"].as_str().unwrap().to_owned(), word["total"].as_u64().unwrap())).collect()
}

#[test]
fn misspelt_words_are_listed_suggested_and_added() {
    let desk = english();
    let chosen = desk.ok("spelling use novel.wenfang en_GB");
    assert_eq!(
        (&chosen["used"], &chosen["chosen"], &chosen["state"]),
        (&json!("en_GB"), &json!("en_GB"), &json!("ready"))
    );
    let names = json!([{ "name": "Fitzwilliam Darcy" }, { "name": "Pemberley" }]);
    for name in items(&names) {
        desk.ok_with("kg save-entity novel.wenfang -", &name.to_string());
    }
    let scanned = desk.ok("spelling check novel.wenfang --scene 1");
    let found = words(&scanned);
    assert_eq!(found[0], ("recieved".to_owned(), 2));
    let rest: Vec<&str> = found[1..].iter().map(|(word, _)| word.as_str()).collect();
    assert_eq!(rest, ["Darcey", "Bingley", "thrumbly"]);
    assert_eq!((&scanned["total"], &scanned["different"]), (&json!(5), &json!(4)));
    assert_eq!(scanned["words"][0]["first"]["range"], json!({ "start": 11, "end": 19 }));

    assert_eq!(desk.ok("spelling suggest novel.wenfang recieved")["suggestions"][0], "received");
    assert_eq!(desk.ok("spelling suggest novel.wenfang Darcey")["suggestions"][0], "Darcy");
    assert_eq!(desk.ok("spelling add novel.wenfang Thrumbly")["words"], json!(["Thrumbly"]));
    assert_eq!(desk.ok("spelling add novel.wenfang thrumbly")["words"], json!(["Thrumbly"]));
    let checked = desk.ok("spelling check novel.wenfang --text thrumbly --text Darcey");
    assert_eq!(checked["pieces"], json!([[], [{ "start": 0, "end": 6 }]]));
    assert_eq!(desk.ok("spelling words novel.wenfang")["words"], json!(["Thrumbly"]));
    assert_eq!(desk.ok("spelling remove novel.wenfang thrumbly")["words"], json!([]));
    assert_eq!(desk.refused("spelling remove novel.wenfang thrumbly")["code"], "bad_request");
    assert_eq!(desk.refused("spelling add novel.wenfang 文房")["code"], "bad_request");
    assert_eq!(desk.refused("spelling use novel.wenfang en_XX")["code"], "not_found");

    desk.ok("spelling use novel.wenfang en_US");
    assert!(words(&desk.ok("spelling check novel.wenfang")).iter().any(|(word, _)| word == "colour"));
    let own = desk.ok("spelling dictionaries novel.wenfang");
    let listed: Vec<&Value> = items(&own["dictionaries"]).iter().map(|one| &one["name"]).collect();
    assert!(listed.contains(&&json!("en_US")) && listed.contains(&&json!("en_GB")), "{own}");
}

#[test]
fn damaged_dictionaries_are_reported_and_other_languages_skipped() {
    let desk = english();
    desk.write("studio/config/dictionaries/en_US.dic", "48000\nhalf\n");
    desk.ok("spelling use novel.wenfang en_US");
    let dictionaries = desk.ok("spelling dictionaries novel.wenfang");
    assert_eq!(dictionaries["state"], "unusable");
    assert!(dictionaries["trouble"].as_str().unwrap().contains("a part of it is missing"), "{dictionaries}");
    let checked = desk.ok("spelling check novel.wenfang --text recieved");
    assert_eq!((&checked["state"], &checked["pieces"]), (&json!("unusable"), &json!([[]])));
    let chinese = Desk::with_novel();
    assert_eq!(chinese.ok("spelling check novel.wenfang")["state"], "not_english");
    assert_eq!(chinese.ok("spelling suggest novel.wenfang recieved")["suggestions"], json!([]));
}
