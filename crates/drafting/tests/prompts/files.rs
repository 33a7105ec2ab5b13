//! The format of template files.

use wenfang_drafting::prompts::{
    Fault, Language, MAX_RENDERED_LEN, Output, RenderError, Role, Template, Variables, sample_variables,
    shipped,
};

const HEADING: &str = "---
title: 试
language: zh
output: prose
description: 试一试
variables:
  language: 语言
  layers.recent: 前文
  target: 目标
  instruction: 要求
  selection: 选段
  scene: 大纲
---
";

/// The number of lines of the heading above.
const HEADING_LINES: usize = 13;

fn with_body(body: &str) -> String {
    format!("{HEADING}@@ user\n{{{{ data_notice() }}}}\n{body}\n")
}

/// The faults of a file with this body; lines are counted from the first line of the body.
fn faults(body: &str) -> Vec<(usize, Fault)> {
    let faults = Template::import(&with_body(body)).err().unwrap_or_default();
    faults.into_iter().map(|fault| (fault.line - HEADING_LINES - 2, fault.what)).collect()
}

fn name(name: &str) -> String {
    name.to_owned()
}

#[test]
fn the_heading_is_parsed() {
    let template = Template::import(&with_body("{{ selection | data(\"选段\") }}")).unwrap();
    let heading = template.heading();
    assert_eq!((heading.title.as_str(), heading.language), ("试", Language::Zh));
    assert_eq!(heading.output, Output::Prose);
    assert_eq!(heading.variables.len(), 6);
    assert_eq!(heading.variables[1].name, "layers.recent");
    assert_eq!(heading.variables[1].line, 8);
}

#[test]
fn templates_of_earlier_releases_may_name_a_task() {
    let source = with_body("写").replace("output: prose", "task: draft\noutput: prose");
    assert_eq!(Template::import(&source).unwrap().heading().output, Output::Prose);
}

#[test]
fn export_and_import_round_trip() {
    for it in shipped() {
        let template = Template::import(it.source).unwrap();
        assert_eq!(template.source(), it.source);
        let saved_elsewhere = format!("\u{feff}{}", it.source.replace('\n', "\r\n"));
        assert_eq!(Template::import(&saved_elsewhere).unwrap(), template);
    }
}

#[test]
fn heading_faults_name_their_line() {
    let cases = [
        (HEADING.replacen("---\n", "", 1), 1, Fault::NoHeading),
        ("---\ntitle: 试\n".to_owned(), 1, Fault::HeadingNotClosed),
        (HEADING.replace("title: 试", "title 试"), 2, Fault::NotAKey),
        (HEADING.replace("title: 试", "title: "), 2, Fault::NotAKey),
        (HEADING.replace("title: 试", ""), 2, Fault::NotAKey),
        (HEADING.replace("title: 试", "titel: 试"), 2, Fault::UnknownKey { key: name("titel") }),
        (HEADING.replace("title: 试\n", ""), 12, Fault::MissingKey { key: "title" }),
        (HEADING.replace("output: prose", "title: 又"), 4, Fault::KeyTwice { key: name("title") }),
        (
            HEADING.replace("output: prose", "output: dream"),
            4,
            Fault::UnknownValue { key: "output", value: name("dream") },
        ),
        (
            HEADING.replace("language: zh", "language: ja"),
            3,
            Fault::UnknownValue { key: "language", value: name("ja") },
        ),
        (HEADING.replace("variables:", "variables: none"), 6, Fault::NotAKey),
        (HEADING.replace("variables:\n", ""), 6, Fault::NotAKey),
        (
            HEADING.replace("  target:", "  secret_key:"),
            9,
            Fault::UnknownVariable { name: name("secret_key") },
        ),
        (HEADING.replace("  selection:", "  target:"), 11, Fault::DeclaredTwice { name: name("target") }),
    ];
    for (heading, line, what) in cases {
        let fault = Template::parse(&format!("{heading}@@ user\n写\n")).unwrap_err();
        assert_eq!((fault.line, fault.what), (line, what), "{heading}");
    }
}

#[test]
fn body_faults_name_their_line() {
    let cases = [
        ("写\n@@ user\n写\n", 1, Fault::OutsideMessages),
        ("@@ sytem\n写\n", 1, Fault::UnknownMarker { marker: name("@@ sytem") }),
        ("@@ user\n写\n@@user\n写\n", 3, Fault::UnknownMarker { marker: name("@@user") }),
        ("@@ system\n\n@@ user\n写\n", 1, Fault::EmptyMessage { role: Role::System }),
        ("\n", 2, Fault::NoMessage),
    ];
    for (body, line, what) in cases {
        let fault = Template::parse(&format!("{HEADING}{body}")).unwrap_err();
        assert_eq!((fault.line - HEADING_LINES, fault.what), (line, what), "{body}");
    }
}

#[test]
fn tag_faults_name_their_line() {
    let filter =
        |filter: &str, variable: &str| Fault::WrongFilter { filter: name(filter), name: name(variable) };
    let not_closed = |opening: &str| Fault::NotClosed { opening: name(opening) };
    let cases = [
        ("一\n{{ wrong }}", 2, Fault::UnknownVariable { name: name("wrong") }),
        ("{{ scene.mood | data(\"x\") }}", 1, Fault::UnknownVariable { name: name("scene.mood") }),
        ("{% if wrong %}{% endif %}", 1, Fault::UnknownVariable { name: name("wrong") }),
        ("{{ count }}", 1, Fault::NotDeclared { name: name("count") }),
        ("\n\n{{ selection }}", 3, Fault::NotFenced { name: name("selection") }),
        ("{{ scene }}", 1, Fault::Group { name: name("scene") }),
        ("{% if scene %}一{% endif %}", 1, Fault::Group { name: name("scene") }),
        ("{{ target | data(\"x\") }}", 1, filter("data", "target")),
        ("{{ selection | amount }}", 1, filter("amount", "selection")),
        ("{{ target | language_name }}", 1, filter("language_name", "target")),
        ("{{ selection | upper }}", 1, Fault::UnknownFilter { name: name("upper") }),
        ("{{ range(9) }}", 1, Fault::UnknownFilter { name: name("range") }),
        ("{% if range(9) %}{% endif %}", 1, Fault::UnknownFilter { name: name("range") }),
        ("{{ selection | data }}", 1, Fault::Malformed),
        ("{{ }}", 1, Fault::Malformed),
        ("{{ \"a\" }}", 1, Fault::Malformed),
        ("{% if %}{% endif %}", 1, Fault::Malformed),
        ("{{ selection | data(\"a<b\") }}", 1, Fault::BadLabel { label: name("a<b") }),
        ("{{ selection | data('a\"b') }}", 1, Fault::BadLabel { label: name("a\"b") }),
        ("{{ selection[0] }}", 1, Fault::Unexpected { character: '[' }),
        ("{{ target * 2 }}", 1, Fault::Unexpected { character: '*' }),
        ("{{ 选段 }}", 1, Fault::Unexpected { character: '选' }),
        ("{{- target -}}", 1, Fault::Unexpected { character: '-' }),
        ("一\n{{ target", 2, not_closed("{{")),
        ("{% if target %}\n一", 1, not_closed("if")),
        ("{% if target %}{% filter data(\"x\") %}{% endif %}", 1, Fault::NotOpened { tag: name("endif") }),
        ("{% endif %}", 1, Fault::NotOpened { tag: name("endif") }),
        ("{% else %}", 1, Fault::NotOpened { tag: name("else") }),
        ("{# 记", 1, not_closed("{#")),
        ("{% if target target %}{% endif %}\n", 1, Fault::Syntax { message: String::new() }),
    ];
    for (body, line, what) in cases {
        let faults = faults(body);
        let first = faults.first().unwrap_or_else(|| panic!("{body} has no fault"));
        if matches!(what, Fault::Syntax { .. }) {
            assert!(first.0 == line && matches!(first.1, Fault::Syntax { .. }), "{body}: {first:?}");
        } else {
            assert!(faults.contains(&(line, what.clone())), "{body}: {faults:?} lacks {what:?}");
        }
    }
}

#[test]
fn unsupported_tags_are_refused() {
    for tag in [
        "include \"x\"",
        "import \"x\" as y",
        "from \"x\" import y",
        "extends \"x\"",
        "block x",
        "macro x()",
        "call x()",
        "for x in y",
        "set x = 1",
        "with x = 1",
        "autoescape true",
        "raw",
        "do x()",
    ] {
        let word = tag.split(' ').next().unwrap().to_owned();
        let faults = faults(&format!("{{% {tag} %}}"));
        let refused = |fault: &Fault| {
            matches!(fault, Fault::ForbiddenTag { tag } if *tag == word)
                || matches!(fault, Fault::Unexpected { .. })
        };
        assert!(faults.iter().any(|(line, fault)| *line == 1 && refused(fault)), "{tag}: {faults:?}");
    }
}

#[test]
fn all_faults_are_reported_at_once() {
    let faults = faults("{{ selection }}\n{{ wrong }}\n{{ count }}");
    assert_eq!(faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn a_template_with_data_blocks_must_explain_them() {
    let file = with_body("{{ selection | data(\"选段\") }}").replace("{{ data_notice() }}\n", "\n");
    let faults = Template::import(&file).unwrap_err();
    assert!(
        matches!(&faults[..], [fault] if fault.what == Fault::NoNotice && fault.line == HEADING_LINES + 3),
        "{faults:?}"
    );
}

#[test]
fn nesting_depth_is_limited() {
    let deep = "{% if target %}".repeat(2_000);
    assert!(faults(&deep).iter().any(|(_, fault)| *fault == Fault::TooDeep));
    let brackets = format!("{{% if {}target{} %}}{{% endif %}}", "(".repeat(9_000), ")".repeat(9_000));
    assert!(matches!(faults(&brackets)[..], [(1, Fault::Syntax { .. })]));
}

#[test]
fn files_and_prompts_have_a_maximum_length() {
    let long = with_body(&"长".repeat(40_000));
    assert!(matches!(Template::parse(&long).unwrap_err().what, Fault::TooLong { .. }));
    let template = Template::import(&with_body(&"{{ selection | data(\"选段\") }}\n".repeat(20))).unwrap();
    let variables = Variables { selection: "字".repeat(MAX_RENDERED_LEN / 40), ..Variables::default() };
    assert!(matches!(template.render(&variables), Err(RenderError::TooLong { .. })));
}

#[test]
fn a_faulty_template_is_not_rendered() {
    let template = Template::parse(&with_body("{{ wrong }}")).unwrap();
    let Err(RenderError::Faulty { faults }) = template.render(&Variables::default()) else {
        panic!("rendered")
    };
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].to_string(), format!("line {}: unknown variable wrong", HEADING_LINES + 3));
}

#[test]
fn blank_messages_are_omitted() {
    let file = format!(
        "{HEADING}@@ system\n写作。{{{{ data_notice() }}}}\n@@ user\n{{{{ selection | data(\"选段\") }}}}\n"
    );
    let template = Template::import(&file).unwrap();
    let roles = |variables: &Variables| {
        template.render(variables).unwrap().messages.iter().map(|it| it.role).collect::<Vec<_>>()
    };
    assert_eq!(roles(&Variables::default()), [Role::System]);
    assert_eq!(roles(&sample_variables(Language::Zh)), [Role::System, Role::User]);
    let only = format!("{HEADING}@@ user\n{{{{ instruction }}}}\n");
    assert_eq!(Template::import(&only).unwrap().render(&Variables::default()), Err(RenderError::Empty));
}
