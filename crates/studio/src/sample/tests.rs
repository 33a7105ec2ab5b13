use super::*;

#[test]
fn the_files_of_each_sample_are_consistent() {
    for language in [Language::Zh, Language::En] {
        let files = files(language);
        let data: Data = serde_json::from_str(files.data).unwrap();
        let book = Book::read(files).unwrap();
        assert_eq!(data.title, files.name);
        assert!((4..=6).contains(&book.chapters.len()), "{}", files.name);
        assert_eq!(data.chapters.len(), book.chapters.len());
        for (planned, (title, scenes)) in data.chapters.iter().zip(&book.chapters) {
            assert_eq!(planned.scenes.len(), scenes.len(), "{title}");
            for scene in &planned.scenes {
                let hours: Vec<u32> =
                    scene.drafts.iter().map(|draft| draft.at).chain([scene.finished]).collect();
                assert!(hours.is_sorted_by(|a, b| a > b), "{title}: {hours:?}");
                // The author has written nothing today.
                assert!(hours.iter().all(|hour| (24..=planned.begun).contains(hour)), "{title}: {hours:?}");
            }
        }
    }
}
