//! What earlier tries left: stops, kills, other programs, damage.

use super::*;

#[tokio::test]
async fn a_stopped_download_goes_on_where_it_was() {
    let scene = Scene::new();
    let content = scene.content.clone();
    let server = Server::start(move |nth, asked| {
        let answer = Answer::of(&content, asked).header("ETag: \"one\"");
        if nth == 0 { Answer { stall: Some(2000), ..answer } } else { answer }
    });
    let stopped = scene
        .fetch_until(&[&server], |at, cancel| {
            if at.done == 2000 {
                cancel.cancel();
            }
        })
        .await;
    assert!(matches!(stopped, Err(DownloadError::Stopped)));
    assert_eq!(presence(&scene.folder(), &scene.model), Presence::Partial { bytes: 2000 });
    assert_eq!(scene.part().as_deref(), Some(&scene.content[..2000]));
    let told = scene.fetch(&[&server]).await.unwrap();
    scene.is_whole();
    assert_eq!(told.first().map(|at| at.done), Some(2000));
    let again = &server.asked()[1];
    assert_eq!((again.range, again.if_range.as_deref()), (Some(2000), Some("\"one\"")));
}

#[tokio::test]
async fn what_a_killed_program_left_is_gone_on_with_from_any_mirror() {
    let scene = Scene::new();
    scene.leave(&scene.content[..3210]);
    let server = Server::of(scene.content.clone());
    scene.fetch(&[&server]).await.unwrap();
    scene.is_whole();
    assert_eq!((server.ranges(), &server.asked()[0].if_range), (vec![Some(3210)], &None));
}

#[tokio::test]
async fn what_was_whole_but_had_no_name_yet_needs_no_server() {
    let scene = Scene::new();
    scene.leave(&scene.content);
    let server = Server::start(|_, _| Answer::with(416, "", b""));
    scene.fetch(&[&server]).await.unwrap();
    scene.is_whole();
    assert_eq!(server.asked().len(), 0);
}

#[tokio::test]
async fn a_spoilt_beginning_is_found_out_and_everything_comes_anew() {
    for len in [100, 5000, 5001, 9000] {
        let scene = Scene::new();
        scene.leave(&vec![7; len]);
        let server = Server::of(scene.content.clone());
        scene.fetch(&[&server]).await.unwrap();
        scene.is_whole();
        assert_eq!(server.ranges().last(), Some(&None), "{len}");
    }
}

#[tokio::test]
async fn a_range_that_is_refused_or_overlooked_is_a_new_beginning() {
    let refused = |content: Vec<u8>| {
        Server::start(move |_, asked| match asked.range {
            Some(_) => Answer::with(416, "", b"no"),
            None => Answer::of(&content, asked),
        })
    };
    let overlooked = |content: Vec<u8>| Server::start(move |_, _| Answer::with(200, "", &content));
    let elsewhere = |content: Vec<u8>| {
        Server::start(move |_, asked| match asked.range {
            Some(_) => Answer::with(206, "Content-Range: bytes 0-4999/5000\r\n", &content),
            None => Answer::of(&content, asked),
        })
    };
    let scene = Scene::new();
    for (server, requests) in [
        (refused(scene.content.clone()), 2),
        (overlooked(scene.content.clone()), 1),
        (elsewhere(scene.content.clone()), 2),
    ] {
        let scene = Scene::new();
        scene.leave(&scene.content[..1234]);
        scene.fetch(&[&server]).await.unwrap();
        scene.is_whole();
        assert_eq!(server.ranges()[0], Some(1234));
        assert_eq!(server.asked().len(), requests);
    }
}

#[tokio::test]
async fn a_rest_without_a_word_of_its_place_is_taken() {
    let scene = Scene::new();
    scene.leave(&scene.content[..1234]);
    let content = scene.content.clone();
    let server = Server::start(move |_, _| Answer::unmeasured(206, &content[1234..]));
    scene.fetch(&[&server]).await.unwrap();
    scene.is_whole();
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn a_file_that_is_there_is_not_fetched_again_and_a_damaged_one_is() {
    let scene = Scene::new();
    let server = Server::of(scene.content.clone());
    scene.fetch(&[&server]).await.unwrap();
    scene.fetch(&[&server]).await.unwrap();
    assert_eq!(server.asked().len(), 1);
    let mut damaged = scene.content.clone();
    damaged[4000] ^= 1;
    std::fs::write(scene.folder().join("weights"), damaged).unwrap();
    std::fs::write(scene.folder().join("1_Pooling/config.json"), "other").unwrap();
    assert_eq!(presence(&scene.folder(), &scene.model), Presence::Complete, "by its size");
    let found = faults(&scene.folder(), &scene.model, &mut |_| true).unwrap();
    assert_eq!(found, ["weights", "1_Pooling/config.json"]);
    scene.fetch(&[&server]).await.unwrap();
    scene.is_whole();
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test]
async fn two_programs_do_not_fetch_into_one_folder() {
    let scene = Scene::new();
    std::fs::create_dir_all(scene.folder()).unwrap();
    let held = hold(&scene.folder()).unwrap();
    let server = Server::of(scene.content.clone());
    assert!(matches!(scene.fetch(&[&server]).await, Err(DownloadError::Running)));
    assert!(matches!(remove(&scene.folder(), &scene.model), Err(DownloadError::Running)));
    drop(held);
    scene.fetch(&[&server]).await.unwrap();
    scene.is_whole();
}

#[tokio::test]
async fn what_is_removed_is_ours_alone() {
    let scene = Scene::new();
    let server = Server::of(scene.content.clone());
    scene.fetch(&[&server]).await.unwrap();
    scene.leave(b"half");
    std::fs::write(scene.folder().join("notes.txt"), "mine").unwrap();
    remove(&scene.folder(), &scene.model).unwrap();
    assert_eq!(names(&scene.folder()), ["notes.txt"]);
    assert_eq!(presence(&scene.folder(), &scene.model), Presence::Absent);
    std::fs::remove_file(scene.folder().join("notes.txt")).unwrap();
    remove(&scene.folder(), &scene.model).unwrap();
    assert!(!scene.folder().exists());
    remove(&scene.folder(), &scene.model).unwrap();
}

#[tokio::test]
async fn a_folder_that_cannot_be_is_an_error_with_its_name() {
    let scene = Scene::new();
    std::fs::write(scene.home.path().join("models"), "a file").unwrap();
    let server = Server::of(scene.content.clone());
    let error = scene.fetch(&[&server]).await.unwrap_err();
    assert!(matches!(&error, DownloadError::Disk { path, .. } if *path == scene.folder()), "{error}");
    assert!(!error.advice().is_empty());
}
