//! The templates that come with the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use wenfang_drafting::prompts::{Language, Output, Role, Template, shipped, shipped_template};
use wenfang_story::generation::Act;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../prompts"))
}

#[test]
fn folder_and_embedded_files_are_the_same() {
    let mut files = BTreeSet::new();
    for group in fs::read_dir(folder()).unwrap() {
        let group = group.unwrap();
        if !group.file_type().unwrap().is_dir() {
            assert_eq!(group.file_name(), "README.md");
            continue;
        }
        for file in fs::read_dir(group.path()).unwrap() {
            let file = file.unwrap().file_name().into_string().unwrap();
            files.insert(format!("{}/{file}", group.file_name().to_str().unwrap()));
        }
    }
    let path = |it: &wenfang_drafting::prompts::Shipped| {
        format!("{}/{}.{}.md", it.group, it.key, it.language.code())
    };
    let embedded: BTreeSet<_> = shipped().iter().map(path).collect();
    assert_eq!(embedded, files);
    assert_eq!(embedded.len(), shipped().len());
    for it in shipped() {
        assert_eq!(fs::read_to_string(folder().join(path(it))).unwrap(), it.source);
    }
}

#[test]
fn shipped_templates_are_valid_and_in_their_language() {
    for it in shipped() {
        let template = Template::import(it.source).unwrap_or_else(|faults| panic!("{}: {faults:?}", it.key));
        assert_eq!(template.heading().language, it.language, "{}", it.key);
    }
}

#[test]
fn shipped_templates_declare_exactly_the_variables_they_use() {
    for it in shipped() {
        let template = Template::parse(it.source).unwrap();
        let declared: BTreeSet<_> = template.heading().variables.iter().map(|it| it.name.as_str()).collect();
        let used: BTreeSet<_> = template.uses().iter().map(|it| &*it.name).collect();
        assert_eq!(used, declared, "{}/{}.{}", it.group, it.key, it.language.code());
    }
}

#[test]
fn every_key_exists_equivalently_in_both_languages() {
    for it in shipped() {
        let [zh, en] = Language::ALL.map(|language| shipped_template(it.group, it.key, language).unwrap());
        let (zh, en) = (zh.heading(), en.heading());
        assert_eq!(zh.output, en.output, "{}", it.key);
        let names = |heading: &wenfang_drafting::prompts::Heading| {
            heading.variables.iter().map(|it| it.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(zh), names(en), "{}", it.key);
    }
}

#[test]
fn every_act_has_a_template() {
    for act in Act::ALL {
        let (group, key) = act.prompt();
        let template = shipped_template(group, key, Language::Zh).unwrap();
        assert_eq!(template.heading().output == Output::Prose, act.is_prose(), "{key}");
        let has_selection = template.uses().iter().any(|it| it.name == "selection");
        assert!(has_selection || !act.is_of_selection(), "{key}");
    }
    assert_eq!(shipped().len(), Act::ALL.len() * Language::ALL.len());
}

#[test]
fn prose_templates_support_lengths_and_rounds() {
    for it in shipped() {
        let template = Template::parse(it.source).unwrap();
        if template.heading().output != Output::Prose {
            continue;
        }
        for name in ["target", "floor", "limit", "written_tail", "remaining", "round", "instruction"] {
            assert!(template.uses().iter().any(|it| it.name == name), "{} lacks {name}", it.key);
        }
    }
}

#[test]
fn shipped_prompts_have_a_system_and_a_user_message() {
    for it in shipped() {
        let template = Template::parse(it.source).unwrap();
        let variables = wenfang_drafting::prompts::sample_variables(it.language);
        let roles: Vec<_> = template.render(&variables).unwrap().messages.iter().map(|it| it.role).collect();
        assert_eq!(roles, [Role::System, Role::User], "{}", it.key);
    }
}
