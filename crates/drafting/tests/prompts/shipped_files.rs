//! The templates that come with the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use wenfang_drafting::prompts::{Language, Output, Role, Task, Template, shipped, shipped_template};
use wenfang_story::generation::Act;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../prompts"))
}

#[test]
fn every_file_of_the_folder_is_embedded_and_every_embedded_one_is_in_the_folder() {
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
fn every_shipped_template_is_without_fault_and_in_the_language_of_its_name() {
    for it in shipped() {
        let template = Template::import(it.source).unwrap_or_else(|faults| panic!("{}: {faults:?}", it.key));
        assert_eq!(template.heading().language, it.language, "{}", it.key);
    }
}

#[test]
fn every_variable_a_shipped_template_uses_is_declared_and_every_declared_one_is_used() {
    for it in shipped() {
        let template = Template::parse(it.source).unwrap();
        let declared: BTreeSet<_> = template.heading().variables.iter().map(|it| it.name.as_str()).collect();
        let used: BTreeSet<_> = template.uses().iter().map(|it| it.name).collect();
        assert_eq!(used, declared, "{}/{}.{}", it.group, it.key, it.language.code());
    }
}

#[test]
fn every_key_is_there_in_both_languages_and_asks_for_the_same() {
    for it in shipped() {
        let [zh, en] = Language::ALL.map(|language| shipped_template(it.group, it.key, language).unwrap());
        let (zh, en) = (zh.heading(), en.heading());
        assert_eq!((zh.task, zh.output), (en.task, en.output), "{}", it.key);
        let names = |heading: &wenfang_drafting::prompts::Heading| {
            heading.variables.iter().map(|it| it.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(zh), names(en), "{}", it.key);
    }
}

#[test]
fn every_act_has_its_template() {
    for act in Act::ALL {
        let (group, key) = act.prompt();
        let template = shipped_template(group, key, Language::Zh).unwrap();
        assert_eq!(template.heading().output == Output::Prose, act.is_prose(), "{key}");
        assert_eq!(template.heading().task == Task::Rewrite, act.is_of_selection(), "{key}");
        let has_selection = template.uses().iter().any(|it| it.name == "selection");
        assert!(has_selection || !act.is_of_selection(), "{key}");
    }
    assert_eq!(shipped().len(), Act::ALL.len() * Language::ALL.len());
}

#[test]
fn prose_is_asked_for_with_a_length_and_can_go_on_in_rounds() {
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
fn a_shipped_prompt_is_an_order_and_a_question() {
    for it in shipped() {
        let template = Template::parse(it.source).unwrap();
        let variables = wenfang_drafting::prompts::sample_variables(it.language);
        let roles: Vec<_> = template.render(&variables).unwrap().messages.iter().map(|it| it.role).collect();
        assert_eq!(roles, [Role::System, Role::User], "{}", it.key);
    }
}
