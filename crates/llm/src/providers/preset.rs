//! Kinds of servers and what is known of each.
//!
//! Addresses and habits only. No models and no prices: they change by the month, so the server is asked for its models and
//! the author enters prices.

use serde::{Deserialize, Serialize};

use super::dialect::{Dialect, KeyHeader, LengthField};
use super::{HostKind, Timeouts};
use crate::structured::Abilities;

/// A kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// OpenAI.
    #[serde(rename = "openai")]
    OpenAi,
    /// Anthropic, by its layer for clients of OpenAI.
    Anthropic,
    /// Gemini, by its layer for clients of OpenAI.
    Gemini,
    /// Azure OpenAI, by its API v1.
    Azure,
    /// DeepSeek.
    #[serde(rename = "deepseek")]
    DeepSeek,
    /// 通义 (DashScope).
    #[serde(rename = "dashscope")]
    DashScope,
    /// 豆包 (火山方舟).
    Volcengine,
    /// Moonshot (Kimi).
    Moonshot,
    /// 智谱 (GLM).
    Zhipu,
    /// 硅基流动.
    #[serde(rename = "siliconflow")]
    SiliconFlow,
    /// OpenRouter.
    #[serde(rename = "openrouter")]
    OpenRouter,
    /// Ollama on this machine.
    Ollama,
    /// LM Studio on this machine.
    LmStudio,
    /// The server of llama.cpp on this machine.
    LlamaCpp,
    /// vLLM.
    Vllm,
    /// Any other that speaks the same protocol.
    Custom,
}

/// What is known of a kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct PresetFacts {
    /// Which kind.
    pub preset: Preset,
    /// Its own name.
    pub name: &'static str,
    /// Where its API begins; empty where only the author knows.
    pub base_url: &'static str,
    /// Whether it answers only to a key.
    pub needs_key: bool,
    /// Where it usually is.
    pub host: HostKind,
    /// JSON by a schema and JSON mode, where its makers promise them; `None` = a probe must tell.
    #[ts(skip)]
    #[serde(skip)]
    json: Option<(bool, bool)>,
    /// What the author should know before using it.
    pub note: Option<PresetNote>,
}

/// What the author should know of a kind of server. The words are the page's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PresetNote {
    /// The window (`num_ctx`) is set in the server; a longer prompt is cut without a word.
    WindowIsSetInTheServer,
    /// A schema may be accepted and ignored, by version and model: the probe tells.
    SchemaMayBeIgnored,
    /// Some models allow one temperature only.
    FixedTemperature,
    /// Thinking is switched by fields of its own, set as extra parameters of a model.
    ThinkingHasOwnFields,
    /// What is possible depends on the model behind it.
    DependsOnModel,
    /// The address has the name of the author's resource; a model goes by the name of its deployment.
    AddressOfResource,
    /// A model goes by its own name or by that of the author's endpoint.
    NameOfEndpoint,
    /// JSON is not promised, temperatures above 1 count as 1, thoughts are not shown.
    AnswersWithoutFormat,
}

const fn facts(preset: Preset, name: &'static str, base_url: &'static str) -> PresetFacts {
    PresetFacts { preset, name, base_url, needs_key: true, host: HostKind::Public, json: None, note: None }
}

const fn local(preset: Preset, name: &'static str, base_url: &'static str) -> PresetFacts {
    PresetFacts { needs_key: false, host: HostKind::Loopback, ..facts(preset, name, base_url) }
}

const TABLE: [PresetFacts; 16] = [
    PresetFacts { json: Some((true, true)), ..facts(Preset::OpenAi, "OpenAI", "https://api.openai.com/v1") },
    PresetFacts {
        json: Some((false, false)),
        note: Some(PresetNote::AnswersWithoutFormat),
        ..facts(Preset::Anthropic, "Anthropic", "https://api.anthropic.com/v1")
    },
    facts(Preset::Gemini, "Gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
    PresetFacts { note: Some(PresetNote::AddressOfResource), ..facts(Preset::Azure, "Azure OpenAI", "") },
    PresetFacts {
        json: Some((false, true)),
        ..facts(Preset::DeepSeek, "DeepSeek", "https://api.deepseek.com/v1")
    },
    PresetFacts {
        json: Some((false, true)),
        note: Some(PresetNote::ThinkingHasOwnFields),
        ..facts(Preset::DashScope, "通义", "https://dashscope.aliyuncs.com/compatible-mode/v1")
    },
    PresetFacts {
        note: Some(PresetNote::NameOfEndpoint),
        ..facts(Preset::Volcengine, "豆包", "https://ark.cn-beijing.volces.com/api/v3")
    },
    PresetFacts {
        json: Some((false, true)),
        note: Some(PresetNote::FixedTemperature),
        ..facts(Preset::Moonshot, "Moonshot", "https://api.moonshot.cn/v1")
    },
    PresetFacts {
        json: Some((false, true)),
        ..facts(Preset::Zhipu, "智谱", "https://open.bigmodel.cn/api/paas/v4")
    },
    PresetFacts {
        note: Some(PresetNote::DependsOnModel),
        ..facts(Preset::SiliconFlow, "硅基流动", "https://api.siliconflow.cn/v1")
    },
    PresetFacts {
        note: Some(PresetNote::DependsOnModel),
        ..facts(Preset::OpenRouter, "OpenRouter", "https://openrouter.ai/api/v1")
    },
    PresetFacts {
        note: Some(PresetNote::WindowIsSetInTheServer),
        ..local(Preset::Ollama, "Ollama", "http://127.0.0.1:11434/v1")
    },
    local(Preset::LmStudio, "LM Studio", "http://127.0.0.1:1234/v1"),
    PresetFacts {
        note: Some(PresetNote::SchemaMayBeIgnored),
        ..local(Preset::LlamaCpp, "llama.cpp", "http://127.0.0.1:8080/v1")
    },
    PresetFacts {
        note: Some(PresetNote::DependsOnModel),
        ..local(Preset::Vllm, "vLLM", "http://127.0.0.1:8000/v1")
    },
    PresetFacts { needs_key: false, ..facts(Preset::Custom, "", "") },
];

/// Every kind of server, in the order they are offered.
pub const fn presets() -> &'static [PresetFacts] {
    &TABLE
}

impl Preset {
    /// What is known of it.
    pub fn facts(self) -> PresetFacts {
        TABLE.into_iter().find(|facts| facts.preset == self).unwrap_or(facts(self, "", ""))
    }

    /// How it wants to be asked.
    pub const fn dialect(self) -> Dialect {
        match self {
            Self::OpenAi => Dialect { length_field: LengthField::MaxCompletionTokens, ..Dialect::COMMON },
            Self::Azure => Dialect {
                length_field: LengthField::MaxCompletionTokens,
                key_header: KeyHeader::ApiKey,
                ..Dialect::COMMON
            },
            Self::Zhipu => Dialect {
                stream_options: false,
                never: &["frequency_penalty", "presence_penalty"],
                ..Dialect::COMMON
            },
            // Ollama cuts to its window, LM Studio by its setting, older llama.cpp servers by shifting; a custom
            // server may be any of them.
            Self::Ollama | Self::LmStudio | Self::LlamaCpp | Self::Custom => {
                Dialect { cuts_silently: true, ..Dialect::COMMON }
            }
            _ => Dialect::COMMON,
        }
    }
}

impl PresetFacts {
    /// What its answers can be asked for, where its makers promise it.
    pub fn abilities(&self) -> Option<Abilities> {
        self.json.map(|(json_schema, json_mode)| Abilities { json_schema, json_mode })
    }

    /// How long it is waited for. A server on this machine may have to load its model first, five minutes, and may write
    /// slowly, an hour.
    pub fn timeouts(&self) -> Timeouts {
        match self.host {
            HostKind::Loopback | HostKind::Private => {
                Timeouts { first_token: 300, total: 3600, ..Timeouts::default() }
            }
            HostKind::Public => Timeouts::default(),
        }
    }
}
