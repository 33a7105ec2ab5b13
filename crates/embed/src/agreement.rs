//! Checks that both engines agree on this machine.
//!
//! Run when a model is installed and after the machine changed: a processor with faulty instructions, or a model that
//! the packed engine misreads, is detected here instead of through bad search results.

use std::num::NonZeroUsize;

use crate::embedder::{EmbedError, Role};
use crate::folder::Folder;
use crate::identity::Scheme;
use crate::load::{Engine, LoadError, Options, load};

/// Varied sentences: Chinese, English, mixed, emoji, very short and rather long.
const SENTENCES: &[&str] = &[
    "雨停了。",
    "她推开窗，院子里的石榴花落了一地。",
    "“你来做什么？”他没有抬头。",
    "「走吧。」陆远说，「天黑以前要过河。」",
    "那年冬天，城里的煤涨到了三块钱一担，街上卖烤红薯的比往年多了一倍。",
    "剑锋离他的喉咙只有半寸，他却笑了：“你不会的。”",
    "飞船脱离轨道的第三十七天，导航员第一次听见了来自舱外的敲击声。",
    "皇帝把奏折摔在地上，满殿的人都跪了下去，只有老丞相还站着。",
    "一、二、三……数到第九级台阶时，灯灭了。",
    "外婆的手很凉，像井水里浸过的瓷。",
    "他在信里写道：见字如面。又划掉，重新写：我很好，勿念。",
    "天地不仁，以万物为刍狗；圣人不仁，以百姓为刍狗。",
    "山路很窄，只容一匹马通过，两边是看不见底的深谷，风从下面翻上来，带着松脂和雪的气味，马走几步就要停下来喷一阵鼻息，任凭怎么催也不肯快些。",
    "爱",
    "？！",
    "2049 年 3 月 14 日，晴，气温 −3 ℃。",
    "The rain had stopped.",
    "She opened the window; pomegranate blossom lay all over the yard.",
    "\"You won't,\" he said, and smiled.",
    "It was the third winter of the war, and coal had become dearer than bread.",
    "On the thirty-seventh day out of orbit, the navigator heard somebody knocking on the hull.",
    "Nobody in the village remembered who had built the bridge, or why it ended in the middle of the river.",
    "I am very well. Do not think of me.",
    "ONE. TWO. THREE.",
    "Chapter XII — in which nothing happens, twice",
    "Tom 把 iPhone 放在桌上，屏幕还亮着：3 missed calls。",
    "他说 OK，然后挂了电话；the line stayed dead for an hour。",
    "ＡＢＣ公司的ＣＥＯ昨天辞职了。",
    "😂😂 今天真的太难了 🥲",
    "👩‍🚀 looked at the 🌍 and said nothing.",
    "彼は黙って窓の外を見ていた。",
    "𠮷野家的招牌在雾里一明一暗。",
];

/// How closely two engines agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The scheme compared with the reference.
    pub scheme: Scheme,
    /// The lowest cosine between the two vectors of a sentence.
    pub least_cosine: f64,
}

impl Agreement {
    /// The minimum cosine for using a scheme: rounding tolerance for floats; for bytes the measured value with a
    /// margin for other models.
    pub fn bar(scheme: Scheme) -> f64 {
        match scheme {
            Scheme::Int8 => 0.999,
            Scheme::F32 | Scheme::NGram => 0.999_99,
        }
    }

    /// Whether the packed engine may be used; otherwise use [`Engine::Candle`] and report it.
    pub fn agree(&self) -> bool {
        self.least_cosine >= Self::bar(self.scheme)
    }
}

/// A comparison that failed.
#[derive(Debug, thiserror::Error)]
pub enum AgreementError {
    /// An engine could not be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// An engine failed.
    #[error(transparent)]
    Embed(#[from] EmbedError),
}

/// Embeds some thirty sentences with both engines, the packed one in `scheme`, and compares them (about a second).
///
/// # Errors
/// If the model cannot be loaded or an engine fails.
pub fn agreement(folder: &Folder, scheme: Scheme) -> Result<Agreement, AgreementError> {
    let of = |engine, scheme| {
        let options = Options { engine, scheme, threads: NonZeroUsize::MIN };
        Ok::<_, AgreementError>(load(folder, &options)?.embed(SENTENCES, Role::Passage)?)
    };
    let (reference, packed) = (of(Engine::Candle, Scheme::F32)?, of(Engine::Packed, scheme)?);
    let cosines = reference.iter().zip(&packed).map(|(a, b)| cosine(a, b));
    Ok(Agreement { scheme, least_cosine: cosines.fold(1.0, f64::min) })
}

/// The cosine of two unit vectors.
fn cosine(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}
