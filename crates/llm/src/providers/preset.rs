//! Presets: the kinds of servers and the facts about each.
//!
//! Contains addresses and request formats only. No models or prices, because they change monthly: the models come
//! from the server and the prices from the author.

use serde::{Deserialize, Serialize};

use super::dialect::{Dialect, KeyHeader, LengthField};
use super::{HostKind, Timeouts};
use crate::structured::Abilities;

/// A kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    #[serde(rename = "openai")]
    OpenAi,
    /// Anthropic, through its OpenAI-compatible API.
    Anthropic,
    /// Gemini, through its OpenAI-compatible API.
    Gemini,
    /// Azure OpenAI, API v1.
    Azure,
    #[serde(rename = "deepseek")]
    DeepSeek,
    /// 通义 (DashScope).
    #[serde(rename = "dashscope")]
    DashScope,
    /// 豆包 (火山方舟).
    Volcengine,
    Moonshot,
    /// 智谱 (GLM).
    Zhipu,
    /// 硅基流动.
    #[serde(rename = "siliconflow")]
    SiliconFlow,
    #[serde(rename = "openrouter")]
    OpenRouter,
    /// Ollama on this machine.
    Ollama,
    /// LM Studio on this machine.
    LmStudio,
    /// The llama.cpp server on this machine.
    LlamaCpp,
    Vllm,
    /// Any other server with the same protocol.
    Custom,
}

/// Facts about a kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct PresetFacts {
    pub preset: Preset,
    /// The product name.
    pub name: &'static str,
    /// The base address of its API; empty if only the author knows it.
    pub base_url: &'static str,
    /// Whether it requires a key.
    pub needs_key: bool,
    /// Its usual location.
    pub host: HostKind,
    /// Support for JSON by a schema and for JSON mode, if documented by the vendor; `None` needs a probe.
    #[ts(skip)]
    #[serde(skip)]
    json: Option<(bool, bool)>,
    /// A hint for the author before using it.
    pub note: Option<PresetNote>,
}

/// A hint for the author about a kind of server. The page holds the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PresetNote {
    /// The context window (`num_ctx`) is set in the server; longer prompts are truncated silently.
    WindowIsSetInTheServer,
    /// A schema may be accepted and ignored, depending on version and model: run a probe.
    SchemaMayBeIgnored,
    /// Some models allow only one temperature.
    FixedTemperature,
    /// Thinking is switched by server-specific fields, set as extra parameters of a model.
    ThinkingHasOwnFields,
    /// The abilities depend on the model behind it.
    DependsOnModel,
    /// The address contains the author's resource name; models are named by their deployment.
    AddressOfResource,
    /// Models are named by their own name or by that of the author's endpoint.
    NameOfEndpoint,
    /// JSON is not guaranteed, temperatures above 1 count as 1, and reasoning is not shown.
    AnswersWithoutFormat,
}

const fn facts(preset: Preset, name: &'static str, base_url: &'static str) -> PresetFacts {
    PresetFacts { preset, name, base_url, needs_key: true, host: HostKind::Public, json: None, note: None }
}

const fn local(preset: Preset, name: &'static str, base_url: &'static str) -> PresetFacts {
    PresetFacts { needs_key: false, host: HostKind::Loopback, ..facts(preset, name, base_url) }
}

const PRESETS: [PresetFacts; 16] = [
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

/// All kinds of servers, in display order.
pub const fn presets() -> &'static [PresetFacts] {
    &PRESETS
}

impl Preset {
    /// The facts about this kind.
    pub fn facts(self) -> PresetFacts {
        PRESETS.into_iter().find(|facts| facts.preset == self).unwrap_or(facts(self, "", ""))
    }

    /// The request format of this kind.
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
            // Ollama truncates to its window, LM Studio by its setting, older llama.cpp servers by shifting; a custom
            // server may be any of them.
            Self::Ollama | Self::LmStudio | Self::LlamaCpp | Self::Custom => {
                Dialect { cuts_silently: true, ..Dialect::COMMON }
            }
            _ => Dialect::COMMON,
        }
    }
}

impl PresetFacts {
    /// The abilities of its answers, if documented by the vendor.
    pub fn abilities(&self) -> Option<Abilities> {
        self.json.map(|(json_schema, json_mode)| Abilities { json_schema, json_mode })
    }

    /// The default timeouts. A local server may first load its model (five minutes) and may write slowly (an hour).
    pub fn timeouts(&self) -> Timeouts {
        match self.host {
            HostKind::Loopback | HostKind::Private => {
                Timeouts { first_token: 300, total: 3600, ..Timeouts::default() }
            }
            HostKind::Public => Timeouts::default(),
        }
    }
}
