//! Golden files of two rendered prompts.

use expect_test::{ExpectFile, expect_file};
use wenfang_drafting::prompts::{Language, Layers, Variables, sample_variables, shipped_template};

fn check(group: &str, key: &str, language: Language, expected: ExpectFile) {
    let template = shipped_template(group, key, language).unwrap();
    let mut variables = sample_variables(language);
    if key == "scene_draft" {
        // The first round, for a scene with nothing after it.
        (variables.round, variables.remaining) = (1, 0);
        variables.written_tail.clear();
    }
    let prompt = template.render(&variables).unwrap();
    let shown: Vec<_> = prompt
        .messages
        .iter()
        .map(|message| format!("=== {} ===\n{}\n", message.role, message.content))
        .collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn first_round_of_a_scene_draft() {
    check("scene_generation", "scene_draft", Language::Zh, expect_file!["golden/scene_draft.zh.txt"]);
}

#[test]
fn second_round_of_a_rewrite() {
    check("scene_generation", "rewrite", Language::En, expect_file!["golden/rewrite.en.txt"]);
}

#[test]
fn without_text_before_the_caret_the_scene_is_opened() {
    for (language, opening) in [(Language::Zh, "还没有前文"), (Language::En, "there is no text yet")] {
        let template = shipped_template("scene_generation", "continue", language).unwrap();
        let rendered = |variables: &Variables| template.render(variables).unwrap().messages.remove(1).content;
        let sample = Variables { round: 1, ..sample_variables(language) };
        let layers = Layers { recent: String::new(), ..sample.layers.clone() };
        assert!(!rendered(&sample).contains(opening));
        assert!(rendered(&Variables { layers: layers.clone(), ..sample.clone() }).contains(opening));
        // In a later round there is text from the earlier ones.
        assert!(!rendered(&Variables { layers, round: 2, ..sample }).contains(opening));
    }
}
