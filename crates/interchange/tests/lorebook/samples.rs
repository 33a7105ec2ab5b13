//! Sample books with the oddities of each format, and helpers for tests.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use wenfang_interchange::lorebook::{
    BookToWrite, Container, LorebookError, ReadLorebook, Secrets, WriteOptions, read, write,
};
use wenfang_story::canon::{LoreRecord, LorebookFormat};

/// All lorebook formats.
pub const FORMATS: [LorebookFormat; 4] =
    [LorebookFormat::WorldInfo, LorebookFormat::CardV2, LorebookFormat::CardV3, LorebookFormat::NovelAi];

/// World info with every field, old forms and unknown fields.
pub fn world_info() -> Value {
    json!({
        "name": "临江城",
        "entries": {
            "7": {
                "uid": 7, "key": ["陆远", "阿远"], "keysecondary": ["渡口", "夜里"], "comment": "陆远",
                "content": "渡口的船夫。\r\n左手有疤。", "constant": false, "vectorized": false, "selective": true,
                "selectiveLogic": 3, "addMemo": true, "order": 137, "position": 4, "disable": false,
                "excludeRecursion": true, "probability": 37.0, "useProbability": true, "depth": 2,
                "group": "人物", "scanDepth": null, "role": 1, "sticky": 3, "characterFilter":
                {"isExclude": false, "names": [], "tags": []}, "x_unknown": [1.0, 2, {"a": null}], "displayIndex": 1
            },
            "0": {
                "uid": 0, "key": "灯塔, 旧灯塔", "comment": "", "content": "早已熄灭。", "constant": true,
                "order": "250", "disable": true
            },
            "3": {
                "uid": 3, "key": ["/river\\s+pact/i"], "keysecondary": ["a", "b"], "selective": true,
                "selectiveLogic": 0, "comment": "The pact\n(old)", "content": "", "order": 1200
            },
            "4": {"uid": 4, "key": [], "comment": null, "content": "没有名字。", "extensions": null}
        },
        "extensions": {"other_tool": {"keep": true}},
        "originalData": {"entries": [1, 2, 3]}
    })
}

/// A V2 card that repeats its fields at the top level, as some programs do.
pub fn card_v2() -> Value {
    json!({
        "name": "沈青", "description": "药铺的主人。", "talkativeness": "0.5", "create_date": "2024-1-1",
        "spec": "chara_card_v2", "spec_version": "2.0",
        "data": {
            "name": "沈青", "description": "药铺的主人。", "personality": "少言。", "scenario": "雨夜，药铺。",
            "first_mes": "「进来吧。」", "mes_example": "", "creator_notes": "", "system_prompt": "",
            "post_history_instructions": "", "alternate_greetings": ["「是你。」"], "tags": ["古风"],
            "creator": "someone", "character_version": "1.1",
            "extensions": {"fav": false, "depth_prompt": {"prompt": "", "depth": 4}},
            "character_book": {
                "name": "青药铺", "scan_depth": 50, "token_budget": 512, "recursive_scanning": false,
                "extensions": {"is": 1.50},
                "entries": [
                    {
                        "id": 1, "keys": ["药铺"], "secondary_keys": ["雨"], "comment": "药铺", "name": "药铺",
                        "content": "城南。", "constant": false, "selective": true, "insertion_order": 10,
                        "enabled": true, "position": "after_char", "case_sensitive": null,
                        "extensions": {"position": 1, "probability": 100, "selectiveLogic": 0, "z": "?"}
                    },
                    {
                        "keys": ["七叶草"], "content": "能止血。", "extensions": {}, "enabled": false,
                        "insertion_order": 300.0, "priority": 8
                    }
                ]
            }
        }
    })
}

/// A V3 card.
pub fn card_v3() -> Value {
    json!({
        "spec": "chara_card_v3", "spec_version": "3.0",
        "data": {
            "name": "Mara Venn", "nickname": "Mara", "description": "A keeper of the light.", "personality": "",
            "scenario": "", "first_mes": "Who goes there?", "mes_example": "", "creator_notes": "n",
            "creator_notes_multilingual": {"zh": "注"}, "assets": [{"type": "icon", "uri": "ccdefault:",
            "name": "main", "ext": "png"}], "group_only_greetings": [], "tags": [], "source": ["x"],
            "extensions": {}, "creation_date": 1_700_000_000,
            "character_book": {
                "extensions": {},
                "entries": [{
                    "keys": ["light(house)?"], "use_regex": true, "content": "@@depth 4\nOn the cliff.",
                    "extensions": {}, "enabled": true, "insertion_order": 100, "name": "Lighthouse",
                    "id": "uuid-1", "constant": false
                }]
            }
        }
    })
}

/// A NovelAI lorebook.
pub fn novel_ai() -> Value {
    json!({
        "lorebookVersion": 6,
        "entries": [
            {
                "text": "An old guild.", "displayName": "Guild", "id": "5c9e", "keys": ["guild", "masters"],
                "contextConfig": {"prefix": "", "suffix": "\n", "tokenBudget": 1, "reservedTokens": 0,
                "budgetPriority": 640, "trimDirection": "trimBottom", "insertionType": "newline",
                "maximumTrimType": "sentence", "insertionPosition": -1, "allowInsertionInside": false},
                "lastUpdatedAt": 1_650_000_000_000_u64, "searchRange": 1000, "enabled": true,
                "forceActivation": true, "keyRelative": false, "nonStoryActivatable": false,
                "category": "c-1", "loreBiasGroups": [{"phrases": [], "bias": -0.05}], "hidden": false
            },
            {"text": "", "displayName": "", "keys": [], "enabled": false}
        ],
        "settings": {"orderByKeyLocations": false},
        "categories": [{"id": "c-1", "name": "Groups", "enabled": true, "subcontextSettings": {}}],
        "order": ["5c9e"]
    })
}

/// One book of each format.
pub fn all() -> [(LorebookFormat, Value); 4] {
    [
        (LorebookFormat::WorldInfo, world_info()),
        (LorebookFormat::CardV2, card_v2()),
        (LorebookFormat::CardV3, card_v3()),
        (LorebookFormat::NovelAi, novel_ai()),
    ]
}

/// A record with a value in every field.
pub fn full_record() -> LoreRecord {
    LoreRecord {
        title: "铁尺".to_owned(),
        kind: wenfang_story::canon::LoreKind::Item,
        aliases: vec!["旧尺".to_owned(), "the rule, old".to_owned()],
        content: "巡夜人的信物。\n\n## 来历\n不详。".to_owned(),
        secrets: "它是钥匙。".to_owned(),
        keywords: vec!["信物".to_owned()],
        and_keywords: vec!["夜".to_owned(), "巡".to_owned()],
        priority: 9,
        constant: true,
        locked: true,
        disabled: true,
        origin: None,
    }
}

/// Reads a book from JSON.
#[track_caller]
pub fn open(value: &Value) -> ReadLorebook {
    read(value.to_string().as_bytes(), "book.json").unwrap()
}

/// Writes a book as JSON with secrets and parses the result.
#[track_caller]
pub fn json_of(book: &BookToWrite, format: LorebookFormat) -> Value {
    serde_json::from_slice(&written(book, format, Container::Json).unwrap()).unwrap()
}

/// Writes a book with secrets.
pub fn written(
    book: &BookToWrite,
    format: LorebookFormat,
    container: Container,
) -> Result<Vec<u8>, LorebookError> {
    write(book, WriteOptions { format, container, secrets: Secrets::Keep })
}

/// Returns the records of a book.
pub fn records(book: &ReadLorebook) -> Vec<LoreRecord> {
    book.entries.iter().map(|entry| entry.record.clone()).collect()
}

/// Encodes a PNG chunk.
pub fn chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let checked = [name, body].concat();
    let length = u32::try_from(body.len()).unwrap();
    [&length.to_be_bytes()[..], &checked, &crc32fast::hash(&checked).to_be_bytes()].concat()
}

/// Builds a PNG with the given chunks before its end. It has no pixel data.
pub fn picture(chunks: &[Vec<u8>]) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    png.extend(chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
    png.extend(chunk(b"tEXt", b"Software\0brush"));
    png.extend(chunks.concat());
    png.extend(chunk(b"IEND", b""));
    png
}

/// Encodes a `tEXt` chunk with JSON in base64.
pub fn card_chunk(keyword: &str, value: &Value) -> Vec<u8> {
    chunk(b"tEXt", format!("{keyword}\0{}", STANDARD.encode(value.to_string())).as_bytes())
}
