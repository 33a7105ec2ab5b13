//! The byte format of a key file.
//!
//! `WFKEYS1\n`, Argon2id's memory (KiB), passes and lanes (each 4 bytes, little endian), salt (16), nonce (24), the
//! sealed map of keys as JSON, and a SHA-256 of everything before it. The map is sealed with XChaCha20-Poly1305 under
//! the key that Argon2id (version 0x13) derives from the passphrase; the header is authenticated with it. The SHA-256
//! distinguishes accidental damage from a wrong passphrase before the expensive derivation; it is no protection
//! against attackers.

use std::collections::BTreeMap;

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretBox, SecretString};
use sha2::{Digest, Sha256};

use super::KeyError;
use crate::providers::ProviderId;
use crate::random;

const MAGIC: &[u8; 8] = b"WFKEYS1\n";
const HEADER: usize = 8 + 12 + 16 + 24;
const TAG: usize = 16;
const SUM: usize = 32;

/// The cost of one passphrase guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Memory in KiB, from 8 × lanes to 1,048,576.
    pub memory_kib: u32,
    /// Number of passes over the memory, 1–16.
    pub passes: u32,
    /// Number of lanes, 1–16.
    pub lanes: u32,
}

impl Cost {
    /// 64 MiB, 3 passes, 4 lanes: the second recommendation of RFC 9106, for machines that cannot spare 2 GiB.
    pub const RECOMMENDED: Self = Self { memory_kib: 64 * 1024, passes: 3, lanes: 4 };

    /// Files outside these limits are refused, so that a foreign file cannot exhaust the memory.
    const fn is_sane(self) -> bool {
        self.memory_kib <= 1024 * 1024
            && self.passes >= 1
            && self.passes <= 16
            && self.lanes >= 1
            && self.lanes <= 16
            && self.memory_kib >= 8 * self.lanes
    }
}

/// The key derived from a passphrase, with its salt and cost.
pub(super) struct DerivedKey {
    key: SecretBox<[u8; 32]>,
    cost: Cost,
    salt: [u8; 16],
}

pub(super) type KeyMap = BTreeMap<ProviderId, SecretString>;

impl DerivedKey {
    /// Derives a key under a new salt.
    pub(super) fn new(passphrase: &SecretString, cost: Cost) -> Result<Self, KeyError> {
        let mut salt = [0; 16];
        random::fill(&mut salt).map_err(|_| KeyError::NoRandomness)?;
        derive(passphrase, cost, salt)
    }

    /// Derives a key under the salt of a file.
    pub(super) fn of_file(passphrase: &SecretString, bytes: &[u8]) -> Result<Self, KeyError> {
        let (cost, salt) = read_header(bytes)?;
        derive(passphrase, cost, salt)
    }

    /// Encrypts keys into the bytes of a file, under a new nonce.
    pub(super) fn seal(&self, keys: &KeyMap) -> Result<Vec<u8>, KeyError> {
        let mut nonce = [0; 24];
        random::fill(&mut nonce).map_err(|_| KeyError::NoRandomness)?;
        let mut bytes = MAGIC.to_vec();
        for number in [self.cost.memory_kib, self.cost.passes, self.cost.lanes] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.salt);
        bytes.extend(nonce);
        let plain: BTreeMap<&str, &str> =
            keys.iter().map(|(id, key)| (id.as_str(), key.expose_secret())).collect();
        let plain = Zeroizing::new(serde_json::to_vec(&plain).map_err(|_| KeyError::Damaged)?);
        let payload = Payload { msg: &plain, aad: &bytes };
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), payload).map_err(|_| KeyError::Damaged)?;
        bytes.extend(sealed);
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        Ok(bytes)
    }

    /// Decrypts the keys of a file.
    pub(super) fn open(&self, bytes: &[u8]) -> Result<KeyMap, KeyError> {
        if read_header(bytes)? != (self.cost, self.salt) {
            return Err(KeyError::ChangedOutside);
        }
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(KeyError::Damaged)?;
        let sealed = rest.len().checked_sub(SUM).and_then(|end| rest.get(..end)).ok_or(KeyError::Damaged)?;
        let nonce: [u8; 24] = header.last_chunk().copied().ok_or(KeyError::Damaged)?;
        let payload = Payload { msg: sealed, aad: header };
        let plain =
            self.cipher().decrypt(&XNonce::from(nonce), payload).map_err(|_| KeyError::WrongPassphrase)?;
        let plain = Zeroizing::new(plain);
        let keys: BTreeMap<ProviderId, SecretOwned> =
            serde_json::from_slice(&plain).map_err(|_| KeyError::Damaged)?;
        Ok(keys.into_iter().map(|(id, key)| (id, key.0)).collect())
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(self.key.expose_secret().into())
    }
}

/// A key deserialised directly into a type that wipes its memory.
struct SecretOwned(SecretString);

impl<'de> serde::Deserialize<'de> for SecretOwned {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|key| Self(SecretString::from(key)))
    }
}

fn derive(passphrase: &SecretString, cost: Cost, salt: [u8; 16]) -> Result<DerivedKey, KeyError> {
    let params =
        Params::new(cost.memory_kib, cost.passes, cost.lanes, Some(32)).map_err(|_| KeyError::Damaged)?;
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut key = Box::new([0; 32]);
    let derived = argon.hash_password_into(passphrase.expose_secret().as_bytes(), &salt, key.as_mut_slice());
    let key = SecretBox::new(key);
    derived.map_err(|_| KeyError::Damaged)?;
    Ok(DerivedKey { key, cost, salt })
}

fn read_header(bytes: &[u8]) -> Result<(Cost, [u8; 16]), KeyError> {
    let body = bytes.len().checked_sub(SUM).ok_or(KeyError::Damaged)?;
    if body < HEADER + TAG || !bytes.starts_with(MAGIC) {
        return Err(KeyError::Damaged);
    }
    let (body, sum) = bytes.split_at(body);
    if Sha256::digest(body).as_slice() != sum {
        return Err(KeyError::Damaged);
    }
    let number = |at: usize| {
        body.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes).ok_or(KeyError::Damaged)
    };
    let cost = Cost { memory_kib: number(8)?, passes: number(12)?, lanes: number(16)? };
    let salt = body.get(20..36).and_then(|b| b.try_into().ok()).ok_or(KeyError::Damaged)?;
    if cost.is_sane() { Ok((cost, salt)) } else { Err(KeyError::Damaged) }
}
