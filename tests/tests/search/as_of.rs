//! Search and memory return nothing from after the scene being written.

use serde_json::json;
use wenfang_tests::corpus::hongloumeng;
use wenfang_tests::rng::Rng;

use super::library::Library;

/// Number of random cases.
const CASES: usize = 1_000;

#[tokio::test]
async fn a_thousand_searches_find_nothing_from_after_the_scene() {
    let Some(chapters) = hongloumeng() else { return };
    let chapters = &chapters[..40];
    let Some(library) = Library::hongloumeng(chapters.len()).await else { return };
    // Summaries would reveal as much as the text.
    for (at, (title, _)) in chapters.iter().enumerate().step_by(3) {
        let request = json!({ "part": { "chapter": at + 1 }, "synopsis": title });
        library.ok("manuscript.describe", request).await;
    }
    let mut rng = Rng::new(6);
    let (mut found, mut withheld) = (0, 0);
    for case in 0..CASES {
        let scene = rng.within(0..chapters.len()) + 1;
        let (_, text) = rng.pick(chapters).unwrap();
        let characters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let length = rng.within(1..9);
        let start = rng.within(0..characters.len() - length);
        let query: String = characters[start..start + length].iter().collect();
        let mode = ["hybrid", "text", "vector"][case % 3];
        let asked = |as_of: Option<usize>| json!({ "query": query, "mode": mode, "filters": { "as_of": as_of }, "limit": 20 });
        let Ok(answer) = library.ask("search.find", asked(Some(scene))).await else {
            // Characters that form no word are not a query.
            assert!(query.chars().all(|c| !c.is_alphanumeric()), "{query}");
            continue;
        };
        for hit in answer["hits"].as_array().unwrap() {
            let place = &hit["place"];
            let chapter = match place["of"].as_str().unwrap() {
                "scene" | "scene_synopsis" => place["at"]["chapter"].as_u64().unwrap(),
                "chapter" => place["id"].as_u64().unwrap(),
                other => panic!("{other} is not in this novel"),
            };
            // Chapter n contains only scene n.
            assert!(chapter <= scene as u64, "{query} in scene {scene} found {hit}");
            found += 1;
        }
        if mode == "text" {
            let all = library.ok("search.find", asked(None)).await;
            withheld += usize::from(all["total"].as_u64() > answer["total"].as_u64());
        }
    }
    // Guard against an empty test: many hits, and many hits withheld.
    assert!(found > CASES && withheld > 50, "{found} found, {withheld} withheld");
}

#[tokio::test]
async fn a_memory_contains_nothing_from_the_scene_or_after() {
    let Some(library) = Library::hongloumeng(30).await else { return };
    let mut rng = Rng::new(7);
    let mut passages = 0;
    for _ in 0..30 {
        let scene = rng.within(2..30) + 1;
        let plan =
            json!({ "part": { "scene": scene }, "synopsis": "宝玉和黛玉在园中说话，贾母叫人来请吃饭" });
        library.ok("manuscript.describe", plan).await;
        let memory = library.ok("memory.retrieve", json!({ "scene": scene })).await;
        for item in memory["relevant_memories"].as_array().unwrap() {
            assert!(item["scene"].as_u64().unwrap() < scene as u64, "{item}");
            passages += 1;
        }
    }
    assert!(passages > 100, "{passages}");
}

#[tokio::test]
async fn planned_parts_are_found_only_from_their_position_on() {
    let texts = [("第一章", "老周把船拴好。"), ("第二章", "阿秀等在石阶上。")];
    let library = Library::of(&texts.map(|(title, text)| (title.to_owned(), text.to_owned()))).await;
    // Volume one continues with a chapter that is only planned; volume two contains only such a chapter.
    for (volume, title, synopsis) in [(1, "第三章", "怀表沉进江里"), (2, "第四章", "怀表回到岸上")]
    {
        if volume == 2 {
            library.ok("manuscript.create", json!({ "parent": "manuscript", "title": "下卷" })).await;
        }
        let chapter = json!({ "parent": { "volume": volume }, "title": title });
        let chapter = library.ok("manuscript.create", chapter).await["chapter"].clone();
        library
            .ok("manuscript.describe", json!({ "part": { "chapter": chapter }, "synopsis": synopsis }))
            .await;
    }
    library.ok("manuscript.describe", json!({ "part": { "volume": 1 }, "synopsis": "怀表的来历" })).await;
    let found = async |filters: serde_json::Value| -> Vec<String> {
        let request = json!({ "query": "怀表", "mode": "text", "filters": filters });
        let found = library.ok("search.find", request).await;
        let hits = found["hits"].as_array().unwrap().iter();
        let mut places: Vec<String> = hits
            .map(|hit| format!("{} {}", hit["place"]["of"].as_str().unwrap(), hit["place"]["id"]))
            .collect();
        places.sort();
        places
    };
    assert_eq!(found(json!({})).await, ["chapter 3", "chapter 4", "volume 1"]);
    assert_eq!(found(json!({ "as_of": 2 })).await, Vec::<String>::new(), "everything is told later");
    assert_eq!(found(json!({ "volume": 2 })).await, ["chapter 4"]);
    assert_eq!(found(json!({ "from_chapter": 3, "to_chapter": 3 })).await, ["chapter 3", "volume 1"]);
    assert_eq!(found(json!({ "volume": 2, "status": "planned" })).await, Vec::<String>::new());
    let scene = library.ok("manuscript.create", json!({ "parent": { "chapter": 4 } })).await["scene"].clone();
    assert_eq!(found(json!({ "as_of": scene })).await, ["chapter 3", "chapter 4", "volume 1"]);
}
