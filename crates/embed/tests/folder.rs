//! Incomplete folders: each broken file has its own error that names the file.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod models;

use std::path::Path;

use half::{bf16, f16};
use models::{embedded, least, loaded, texts, tiny};
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView};
use wenfang_embed::{Engine, Folder, FolderError, LoadError, Pooling, Scheme, load};

const WEIGHTS: &str = "model.safetensors";

/// The error of opening a folder with one changed file.
fn error_after(change: impl FnOnce(&Path)) -> FolderError {
    let (guard, _) = tiny(1, Pooling::Cls);
    change(guard.path());
    Folder::open(guard.path()).unwrap_err()
}

fn write_file(file: &str, content: &str) -> impl FnOnce(&Path) {
    let (file, content) = (file.to_owned(), content.to_owned());
    move |folder| std::fs::write(folder.join(file), content).unwrap()
}

/// Replaces text in a file.
fn replace(file: &str, from: &str, to: &str) -> impl FnOnce(&Path) {
    let (file, from, to) = (file.to_owned(), from.to_owned(), to.to_owned());
    move |folder| {
        let path = folder.join(file);
        let content = std::fs::read_to_string(&path).unwrap();
        assert!(content.contains(&from), "{content}");
        std::fs::write(path, content.replace(&from, &to)).unwrap();
    }
}

/// Rewrites the weights: each tensor is dropped, or gets the name, type and bytes returned by `change`.
fn rewrite(folder: &Path, change: impl Fn(&str, &TensorView<'_>) -> Option<(String, Dtype, Vec<u8>)>) {
    let bytes = std::fs::read(folder.join(WEIGHTS)).unwrap();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let changed: Vec<_> = tensors
        .iter()
        .filter_map(|(name, view)| {
            let (name, dtype, bytes) = change(name, &view)?;
            Some((name, view.shape().to_vec(), dtype, bytes))
        })
        .collect();
    let views = changed
        .iter()
        .map(|(name, shape, dtype, bytes)| (name, TensorView::new(*dtype, shape.clone(), bytes).unwrap()));
    safetensors::serialize_to_file(views, None, &folder.join(WEIGHTS)).unwrap();
}

fn floats(view: &TensorView<'_>) -> impl Iterator<Item = f32> {
    view.data().as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four))
}

#[test]
fn a_missing_file_is_named() {
    for file in ["config.json", WEIGHTS] {
        let error = error_after(|folder| std::fs::remove_file(folder.join(file)).unwrap());
        assert!(matches!(&error, FolderError::Missing { file: named } if named == file), "{error}");
    }
    let error = error_after(|folder| std::fs::remove_file(folder.join("vocab.txt")).unwrap());
    assert_eq!(error.to_string(), "tokenizer.json or vocab.txt is not in the folder");
    let error = Folder::open(Path::new("there/is/no/such/folder")).unwrap_err();
    assert!(matches!(error, FolderError::Missing { .. }));
}

#[test]
fn invalid_json_is_refused() {
    for file in [
        "config.json",
        "modules.json",
        "1_Pooling/config.json",
        "sentence_bert_config.json",
        "config_sentence_transformers.json",
        "tokenizer_config.json",
    ] {
        let error = error_after(write_file(file, "{"));
        assert!(matches!(&error, FolderError::NotJson { file: named, .. } if named == file), "{error}");
    }
    let error = error_after(replace("config.json", "\"hidden_size\"", "\"size\""));
    assert!(error.to_string().contains("hidden_size"), "{error}");
    let error = error_after(write_file("tokenizer.json", "{}"));
    assert!(matches!(error, FolderError::Tokenizer { .. }), "{error}");
}

#[test]
fn models_of_other_families_are_refused() {
    let error =
        error_after(replace("config.json", "\"model_type\":\"bert\"", "\"model_type\":\"xlm-roberta\""));
    assert!(matches!(&error, FolderError::Architecture { found, .. } if found == "xlm-roberta"), "{error}");
    let error = error_after(replace("config.json", "\"gelu\"", "\"silu\""));
    assert!(matches!(&error, FolderError::Activation { found, .. } if found == "silu"), "{error}");
    let relative = "\"position_embedding_type\":\"relative_key\",\"hidden_act\"";
    let error = error_after(replace("config.json", "\"hidden_act\"", relative));
    assert!(matches!(error, FolderError::Architecture { .. }), "{error}");
    let error = error_after(replace("config.json", "\"num_attention_heads\":3", "\"num_attention_heads\":5"));
    assert!(matches!(error, FolderError::Number { field: "num_attention_heads", value: 5, .. }), "{error}");
    let error = error_after(replace("config.json", "\"num_hidden_layers\":2", "\"num_hidden_layers\":0"));
    assert!(matches!(error, FolderError::Number { .. }), "{error}");
}

#[test]
fn unsupported_poolings_are_refused() {
    for (config, found) in [
        (r#"{"pooling_mode_max_tokens":true}"#, "max_tokens"),
        (r#"{"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":true}"#, "cls_token + mean_tokens"),
        (r#"{"pooling_mode":"lasttoken"}"#, "lasttoken"),
    ] {
        let error = error_after(write_file("1_Pooling/config.json", config));
        assert!(matches!(&error, FolderError::Pooling { found: named, .. } if named == found), "{error}");
    }
    let error = error_after(replace("modules.json", "models.Normalize", "models.Dense"));
    assert!(matches!(&error, FolderError::Pooling { found, .. } if found == "Dense"), "{error}");
}

#[test]
fn truncated_and_foreign_weights_are_refused() {
    for keep in [0, 4, 100, 5_000, 100_000] {
        let error = error_after(|folder| {
            let bytes = std::fs::read(folder.join(WEIGHTS)).unwrap();
            assert!(bytes.len() > keep);
            std::fs::write(folder.join(WEIGHTS), &bytes[..keep]).unwrap();
        });
        assert!(matches!(error, FolderError::Length { found, .. } if found == keep as u64), "{error}");
    }
    let error = error_after(write_file(WEIGHTS, "<html>404: Not Found, and so on</html>"));
    assert!(matches!(error, FolderError::NotTensors { .. }), "{error}");
    let error = error_after(write_file(WEIGHTS, "\u{2}\0\0\0\0\0\0\0{}"));
    assert!(matches!(error, FolderError::MissingTensor { .. }), "{error}");
}

#[test]
fn missing_and_misshapen_tensors_are_named() {
    let gone = "encoder.layer.1.output.dense.bias";
    let error = error_after(|folder| {
        rewrite(folder, |name, view| {
            (name != gone).then(|| (name.to_owned(), view.dtype(), view.data().to_vec()))
        });
    });
    assert!(matches!(&error, FolderError::MissingTensor { tensor, .. } if tensor == gone), "{error}");
    let error = error_after(replace("config.json", "\"intermediate_size\":80", "\"intermediate_size\":81"));
    assert!(matches!(error, FolderError::Shape { .. }), "{error}");
    let error = error_after(|folder| {
        rewrite(folder, |name, view| Some((name.to_owned(), Dtype::I32, view.data().to_vec())));
    });
    assert!(matches!(error, FolderError::Type { .. }), "{error}");
}

#[test]
fn oversized_and_incomplete_vocabularies_are_refused() {
    let error = error_after(|folder| {
        let path = folder.join("vocab.txt");
        let tokens = std::fs::read_to_string(&path).unwrap() + "onemore\n";
        std::fs::write(path, tokens).unwrap();
    });
    assert!(matches!(error, FolderError::Vocabulary { .. }), "{error}");
    let error = error_after(replace("vocab.txt", "[SEP]\n", "[sep]\n"));
    assert!(matches!(error, FolderError::Tokenizer { .. }), "{error}");
}

#[test]
fn weights_changed_since_opening_are_not_loaded() {
    let (guard, folder) = tiny(1, Pooling::Cls);
    rewrite(guard.path(), |name, view| Some((name.to_owned(), view.dtype(), vec![0; view.data().len()])));
    let options = models::options(Engine::Auto, Scheme::F32, 1);
    assert!(matches!(load(&folder, &options), Err(LoadError::Changed { .. })));
}

#[test]
fn nan_weights_give_an_error() {
    let (guard, _) = tiny(1, Pooling::Cls);
    rewrite(guard.path(), |name, view| {
        let not_a_number = f32::NAN.to_le_bytes().repeat(view.data().len() / 4);
        Some((name.to_owned(), view.dtype(), not_a_number))
    });
    let folder = Folder::open(guard.path()).unwrap();
    for (engine, scheme) in
        [(Engine::Candle, Scheme::F32), (Engine::Packed, Scheme::F32), (Engine::Packed, Scheme::Int8)]
    {
        let actual = loaded(&folder, engine, scheme).embed(&["风"], wenfang_embed::Role::Passage);
        assert!(actual.is_err(), "{engine:?} {scheme}");
    }
}

#[test]
fn old_names_prefixes_and_half_precision_are_read() {
    let (_plain, folder) = tiny(1, Pooling::Cls);
    let wanted = embedded(&*loaded(&folder, Engine::Packed, Scheme::F32), &texts());
    type Kind = fn(&str, &TensorView<'_>) -> (String, Dtype, Vec<u8>);
    let kinds: [(f64, Kind); 3] = [
        (0.999_999_9, |name, view| {
            let name = name
                .replace("LayerNorm.weight", "LayerNorm.gamma")
                .replace("LayerNorm.bias", "LayerNorm.beta");
            (format!("bert.{name}"), view.dtype(), view.data().to_vec())
        }),
        (0.99999, |name, view| {
            let bytes = floats(view).flat_map(|x| f16::from_f32(x).to_le_bytes()).collect();
            (name.to_owned(), Dtype::F16, bytes)
        }),
        (0.999, |name, view| {
            let bytes = floats(view).flat_map(|x| bf16::from_f32(x).to_le_bytes()).collect();
            (format!("bert.{name}"), Dtype::BF16, bytes)
        }),
    ];
    for (bar, kind) in kinds {
        let (guard, _) = tiny(1, Pooling::Cls);
        rewrite(guard.path(), |name, view| Some(kind(name, view)));
        let folder = Folder::open(guard.path()).unwrap();
        for engine in [Engine::Candle, Engine::Packed] {
            let actual = embedded(&*loaded(&folder, engine, Scheme::F32), &texts());
            assert!(least(&actual, &wanted) >= bar, "{engine:?} {bar}: {}", least(&actual, &wanted));
        }
    }
}
