//! Keys in memory and in a file.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;

use super::*;

const CANARY: &str = "sk-canary-5d1f0a77c2";

/// The minimum cost that Argon2 accepts, to keep these tests fast.
const CHEAP: Cost = Cost { memory_kib: 8, passes: 1, lanes: 1 };

fn id(name: &str) -> ProviderId {
    ProviderId::new(name).unwrap()
}

fn secret(text: &str) -> SecretString {
    SecretString::from(text)
}

const HERE: &str = "https://api.example.com:443";

fn set(keys: &Keys, provider: &str, key: &str) -> Result<(), KeyError> {
    keys.set(&id(provider), &secret(key), HERE)
}

fn get(keys: &Keys, provider: &str) -> Option<String> {
    match keys.get(&id(provider), Origins { now: HERE, first: HERE }).unwrap() {
        StoredKey::Usable(key) => Some(key.expose_secret().to_owned()),
        StoredKey::Missing | StoredKey::OfOtherOrigin(_) => None,
    }
}

fn file_with_canary() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys.bin");
    let keys = Keys::create_file(&path, &secret("correct horse"), CHEAP).unwrap();
    set(&keys, "deepseek", CANARY).unwrap();
    (folder, path)
}

#[test]
fn keys_are_set_replaced_and_removed_in_every_store() {
    let folder = tempfile::tempdir().unwrap();
    let file = Keys::create_file(&folder.path().join("k"), &secret("correct horse"), CHEAP).unwrap();
    for keys in [Keys::memory(), file] {
        assert_eq!(get(&keys, "a"), None);
        set(&keys, "a", " sk-1\n").unwrap();
        set(&keys, "b", "sk-2").unwrap();
        assert_eq!(get(&keys, "a").as_deref(), Some("sk-1"), "white space is not part of it");
        set(&keys, "a", "sk-3").unwrap();
        assert_eq!(get(&keys, "a").as_deref(), Some("sk-3"));
        keys.remove(&id("a")).unwrap();
        keys.remove(&id("a")).unwrap();
        assert_eq!(get(&keys, "a"), None);
        assert_eq!(get(&keys, "b").as_deref(), Some("sk-2"));
    }
}

#[test]
fn a_key_is_returned_for_its_own_origin_only() {
    let (_folder, path) = file_with_canary();
    let memory = Keys::memory();
    set(&memory, "deepseek", CANARY).unwrap();
    for keys in [memory, Keys::open_file(&path, &secret("correct horse")).unwrap()] {
        for now in
            ["https://api.example.com:8443", "http://api.example.com:443", "https://example.com:443", ""]
        {
            let found = keys.get(&id("deepseek"), Origins { now, first: now }).unwrap();
            assert!(matches!(&found, StoredKey::OfOtherOrigin(origin) if origin == HERE), "{now}: {found:?}");
            assert_eq!(
                found.hint(),
                KeyHint { set: false, last_four: None, elsewhere: Some(HERE.to_owned()) },
                "no part of the key is shown"
            );
        }
        assert_eq!(get(&keys, "deepseek").as_deref(), Some(CANARY), "it is preserved for its own origin");
    }
}

#[test]
fn keys_without_origin_belong_to_the_first_origin() {
    let keys = Keys::memory();
    if let Store::Memory(map) = &keys.store {
        map.lock().insert(id("a"), secret(CANARY));
    }
    assert_eq!(get(&keys, "a").as_deref(), Some(CANARY));
    let moved = keys.get(&id("a"), Origins { now: HERE, first: "https://old.example.com:443" }).unwrap();
    assert!(matches!(moved, StoredKey::OfOtherOrigin(origin) if origin == "https://old.example.com:443"));
}

#[test]
fn invalid_keys_are_refused() {
    let keys = Keys::memory();
    for bad in ["", "  ", "sk 1", "密钥", "sk-1\nHost: x", &"k".repeat(4097)] {
        assert!(matches!(set(&keys, "a", bad), Err(KeyError::NotAKey)), "{bad:?}");
    }
}

#[test]
fn hints_show_four_characters_of_long_keys_only() {
    let hint = |key| StoredKey::Usable(secret(key)).hint();
    assert_eq!(StoredKey::Missing.hint(), KeyHint { set: false, last_four: None, elsewhere: None });
    assert_eq!(hint("12345678901"), KeyHint { set: true, last_four: None, elsewhere: None });
    let last_four = Some("9012".to_owned());
    assert_eq!(hint("123456789012"), KeyHint { set: true, last_four, elsewhere: None });
}

#[test]
fn a_key_file_opens_only_with_its_passphrase() {
    let (_folder, path) = file_with_canary();
    let keys = Keys::open_file(&path, &secret("correct horse")).unwrap();
    assert_eq!(get(&keys, "deepseek").as_deref(), Some(CANARY));
    for wrong in ["correct horsf", "", "correct horse "] {
        assert!(
            matches!(Keys::open_file(&path, &secret(wrong)), Err(KeyError::WrongPassphrase)),
            "{wrong:?}"
        );
    }
}

#[test]
fn the_file_reveals_no_key_provider_or_passphrase() {
    let (folder, _) = file_with_canary();
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "no temporary file remains: {files:?}");
    let bytes = fs::read(&files[0]).unwrap();
    for hidden in [CANARY, "deepseek", "correct horse"] {
        assert!(!bytes.windows(hidden.len()).any(|part| part == hidden.as_bytes()), "{hidden}");
    }
}

#[test]
fn equal_keys_are_sealed_differently_each_time() {
    let (_folder, path) = file_with_canary();
    let before = fs::read(&path).unwrap();
    let keys = Keys::open_file(&path, &secret("correct horse")).unwrap();
    set(&keys, "deepseek", CANARY).unwrap();
    let after = fs::read(&path).unwrap();
    assert_ne!(before[36..60], after[36..60], "the nonce");
    assert_ne!(before[60..], after[60..]);
}

#[test]
fn every_truncation_and_changed_byte_is_reported_as_damage() {
    let (folder, path) = file_with_canary();
    let bytes = fs::read(&path).unwrap();
    let other = folder.path().join("other");
    for length in 0..bytes.len() {
        fs::write(&other, &bytes[..length]).unwrap();
        assert!(
            matches!(Keys::open_file(&other, &secret("correct horse")), Err(KeyError::Damaged)),
            "{length}"
        );
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        fs::write(&other, &changed).unwrap();
        assert!(matches!(Keys::open_file(&other, &secret("correct horse")), Err(KeyError::Damaged)), "{at}");
    }
    fs::write(&other, vec![0; 2_000_000]).unwrap();
    assert!(matches!(Keys::open_file(&other, &secret("correct horse")), Err(KeyError::Damaged)));
}

#[test]
fn tampering_with_a_fixed_checksum_is_detected() {
    use sha2::{Digest, Sha256};
    let (_folder, path) = file_with_canary();
    let bytes = fs::read(&path).unwrap();
    for at in [20, 36, 60, bytes.len() - 33] {
        let mut changed = bytes[..bytes.len() - 32].to_vec();
        changed[at] ^= 1;
        let sum = Sha256::digest(&changed);
        changed.extend(sum);
        fs::write(&path, &changed).unwrap();
        assert!(
            matches!(Keys::open_file(&path, &secret("correct horse")), Err(KeyError::WrongPassphrase)),
            "{at}"
        );
    }
    let mut greedy = bytes[..bytes.len() - 32].to_vec();
    greedy[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    let sum = Sha256::digest(&greedy);
    greedy.extend(sum);
    fs::write(&path, &greedy).unwrap();
    assert!(
        matches!(Keys::open_file(&path, &secret("correct horse")), Err(KeyError::Damaged)),
        "4 TiB are not allocated"
    );
}

#[test]
fn a_replaced_file_is_not_overwritten() {
    let (folder, path) = file_with_canary();
    let keys = Keys::open_file(&path, &secret("correct horse")).unwrap();
    let other = folder.path().join("other");
    Keys::create_file(&other, &secret("another horse"), CHEAP).unwrap();
    fs::rename(&other, &path).unwrap();
    let foreign = fs::read(&path).unwrap();
    assert!(matches!(set(&keys, "a", "sk-1"), Err(KeyError::ChangedOutside)));
    assert_eq!(fs::read(&path).unwrap(), foreign);
}

#[test]
fn creating_refuses_existing_paths_and_short_passphrases() {
    let (_folder, path) = file_with_canary();
    let before = fs::read(&path).unwrap();
    assert!(matches!(Keys::create_file(&path, &secret("correct horse"), CHEAP), Err(KeyError::File(_))));
    assert_eq!(fs::read(&path).unwrap(), before);
    let new = path.with_extension("new");
    assert!(matches!(Keys::create_file(&new, &secret("1234567"), CHEAP), Err(KeyError::ShortPassphrase)));
    assert!(
        matches!(Keys::open_file(&new, &secret("correct horse")), Err(KeyError::File(_))),
        "opening creates no file"
    );
    assert!(!new.exists());
}

#[cfg(unix)]
#[test]
fn the_file_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, path) = file_with_canary();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn no_debug_output_or_error_shows_a_key() {
    let (_folder, path) = file_with_canary();
    let memory = Keys::memory();
    set(&memory, "a", CANARY).unwrap();
    let file = Keys::open_file(&path, &secret("correct horse")).unwrap();
    let bad = set(&memory, "a", &format!("{CANARY} {CANARY}")).unwrap_err();
    let kept = memory.get(&id("a"), Origins { now: HERE, first: HERE }).unwrap();
    let printed = format!("{memory:?} {file:?} {kept:?} {bad:?} {bad}");
    assert!(!printed.contains("canary"), "{printed}");
}

#[test]
fn a_missing_keychain_is_a_clear_error() {
    match Keys::keychain() {
        Ok(keys) => assert_eq!(keys.place(), KeyLocation::Keychain),
        Err(error) => assert!(
            matches!(error, KeyError::NoKeychain | KeyError::KeychainLocked | KeyError::KeychainSilent),
            "{error:?}"
        ),
    }
}
