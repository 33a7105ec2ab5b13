//! Import of projects of writing tools.

use serde_json::{Value, json};

use crate::desk::{Desk, items};

/// A project of Scrivener 3 with a character, a snapshot and a scene that is not printed.
fn scrivener(desk: &Desk) {
    let rtf = |text: &str| format!("{{\\rtf1\\ansi\\ansicpg1252 {text}}}");
    let files = [
        (
            "Gate.scrivx",
            "<ScrivenerProject Version='2.0'><Binder>
               <BinderItem UUID='D' Type='DraftFolder'><Title>Draft</Title><Children>
                 <BinderItem UUID='C1' Type='Folder'><Title>Rain</Title>
                   <MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData><Children>
                   <BinderItem UUID='S1' Type='Text'><Title>The quay</Title>
                     <MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData></BinderItem>
                   <BinderItem UUID='S2' Type='Text'><Title>Cut</Title></BinderItem>
                 </Children></BinderItem></Children></BinderItem>
               <BinderItem UUID='P' Type='Folder'><Title>Characters</Title><Children>
                 <BinderItem UUID='K1' Type='Text'><Title>Jane</Title></BinderItem></Children></BinderItem>
             </Binder></ScrivenerProject>"
                .to_owned(),
        ),
        ("Files/Data/S1/content.rtf", rtf("The {\\i lamp} was out.")),
        ("Files/Data/S1/synopsis.txt", "She waits.".to_owned()),
        ("Files/Data/S2/content.rtf", rtf("Never.")),
        ("Files/Data/K1/content.rtf", rtf("Aliases: The Keeper\\par Tall.")),
        ("Snapshots/S1.snapshots/2025-03-01-09-00-00+0000.rtf", rtf("The lamp was lit.")),
    ];
    for (name, text) in files {
        desk.write(&format!("Gate.scriv/{name}"), text);
    }
}

#[test]
fn projects_bring_versions_lore_and_plans() {
    let desk = Desk::new();
    desk.ok("new novel.wenfang --title Gate");
    scrivener(&desk);
    let preview = desk.ok("import novel.wenfang Gate.scriv --dry-run");
    let found = |key: &str| preview["found"][key].clone();
    assert_eq!((found("tool"), found("lore"), found("versions")), (json!("Scrivener"), json!(1), json!(1)));
    let by_file = desk.ok("import novel.wenfang Gate.scriv/Gate.scrivx --dry-run");
    assert_eq!(by_file["found"], preview["found"]);

    let imported = desk.ok("import novel.wenfang Gate.scriv");
    assert_eq!(imported["found"], preview["found"]);
    assert_eq!(desk.titles(), ["Rain", "Rain"]);
    assert_eq!((desk.text(1), desk.text(2)), ("The *lamp* was out.".to_owned(), "Never.".to_owned()));
    let outline = desk.ok("outline novel.wenfang");
    let volumes: Vec<&Value> = items(&outline["volumes"]).iter().map(|volume| &volume["title"]).collect();
    assert_eq!(volumes, [&json!(""), &json!("Not included")]);
    let history = desk.ok("history novel.wenfang --scene 1");
    assert_eq!(items(&history["versions"]).len(), 2, "the snapshot is the earlier version");
    let lore = desk.ok("lore list novel.wenfang");
    assert_eq!(items(&lore["entries"]).len(), 1);

    for (file, format) in [("out.html", "html"), ("out.txt", "txt"), ("out.md", "md")] {
        let exported = desk.ok(&format!("export novel.wenfang {file} --format {format}"));
        assert_eq!((&exported["chapters"], &exported["left_out"]["scenes"]), (&json!(1), &json!(1)));
        let text = String::from_utf8_lossy(&std::fs::read(desk.path(file)).unwrap()).into_owned();
        assert!(!text.contains("Not included") && !text.contains("Never"), "{file}: {text}");
    }
    let printed = desk.ok("print-text novel.wenfang");
    assert_eq!(items(&printed["volumes"]).len(), 1);

    // What is imported later stands before it.
    desk.write("later.txt", "Chapter 2\n\nSun.\n");
    desk.write("named.txt", "第二卷 归\n第三章 归\n人。\n");
    desk.ok("import novel.wenfang later.txt");
    desk.ok("import novel.wenfang named.txt");
    let outline = desk.ok("outline novel.wenfang");
    let volumes: Vec<_> = items(&outline["volumes"])
        .iter()
        .map(|volume| (volume["title"].clone(), items(&volume["chapters"]).len()))
        .collect();
    assert_eq!(volumes, [(json!(""), 2), (json!("第二卷 归"), 1), (json!("Not included"), 1)]);

    desk.ok(&format!("checkpoint restore novel.wenfang {}", imported["before"]));
    assert_eq!(desk.titles(), Vec::<String>::new(), "the import is undone");
}

#[test]
fn a_project_is_found_in_the_folder_around_it() {
    let desk = Desk::new();
    desk.ok("new novel.wenfang --title Gate");
    scrivener(&desk);
    let preview = desk.ok("import novel.wenfang Gate.scriv --dry-run");
    std::fs::create_dir_all(desk.path("Download/Gate 2026")).unwrap();
    std::fs::rename(desk.path("Gate.scriv"), desk.path("Download/Gate 2026/Gate.scriv")).unwrap();
    // What systems leave beside it.
    desk.write("Download/.DS_Store", "");
    desk.write("Download/__MACOSX/._Gate.scriv", "");
    for folder in ["Download/Gate 2026", "Download"] {
        let found = desk.ok(&format!("import novel.wenfang '{folder}' --dry-run"));
        assert_eq!(found["found"], preview["found"], "{folder}");
    }
    // A text of its own, or a second folder: the author means the folder itself.
    desk.write("Download/Gate 2026/One.txt", "Chapter 1\n\nRain.\n");
    let texts = desk.ok("import novel.wenfang 'Download/Gate 2026' --dry-run");
    assert_eq!((&texts["found"]["tool"], &texts["chapters"]), (&Value::Null, &json!(1)));
    desk.write("Download/Other/a.png", "");
    let refused = desk.refused("import novel.wenfang Download");
    assert_eq!(refused["code"], "import_refused");
}

#[test]
fn damaged_projects_are_refused() {
    let desk = Desk::new();
    desk.ok("new novel.wenfang --title Gate");
    scrivener(&desk);
    desk.write("Gate.scriv/Gate.scrivx", "<ScrivenerProject><Binder>");
    desk.refused("import novel.wenfang Gate.scriv");
    assert_eq!(desk.titles(), Vec::<String>::new());
}
