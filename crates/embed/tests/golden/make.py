"""Creates vectors.bin: the vectors that PyTorch and transformers compute for texts.txt with the models of src/seeded.rs.

    python3 -m venv scratch && scratch/bin/pip install torch transformers
    scratch/bin/python make.py FOLDER_WITH_VOCAB_TXT

FOLDER_WITH_VOCAB_TXT is a folder of bge-small-zh-v1.5 (only its vocab.txt is read; weights are not needed).

vectors.bin contains, for each model of MODELS and each line of texts.txt, the unit vector as 16-bit signed
little-endian integers in units of 1/32767.
"""

import pathlib
import sys
import tempfile

import numpy as np
import torch
from transformers import BertConfig, BertModel, BertTokenizerFast

HERE = pathlib.Path(__file__).parent
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TINY = dict(hidden=48, layers=2, heads=3, intermediate=80, positions=128)
BGE_SMALL_ZH = dict(hidden=512, layers=4, heads=8, intermediate=2048, positions=512)
# Seed, sizes, pooling, whether to use the vocabulary of the folder.
MODELS = [
    (1, TINY, "cls", False),
    (2, TINY, "mean", False),
    (3, BGE_SMALL_ZH, "cls", True),
]


def numbers(seed, name, shape):
    """The tensor `name`, as created by `seeded::tensor`."""
    start = 0xCBF29CE484222325
    for byte in name.encode():
        start = ((start ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    start ^= seed
    if len(shape) == 2:
        mean, spread = 0.0, 1.0 / np.sqrt(np.float64(shape[1])) if name.startswith("encoder.") else 0.05
    elif name.endswith("LayerNorm.weight"):
        mean, spread = 1.0, 0.1
    else:
        mean, spread = 0.0, 0.02
    at = np.arange(1, int(np.prod(shape)) + 1, dtype=np.uint64)
    z = np.uint64(start) + at * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    low = np.uint64(0xFFFF)
    parts = (z & low) + (z >> np.uint64(16) & low) + (z >> np.uint64(32) & low) + (z >> np.uint64(48))
    normal = (parts.astype(np.float64) / 65536.0 - 2.0) * 1.7320508075688772
    return (mean + spread * normal).astype(np.float32).reshape(shape)


def vocabulary_of(text):
    characters = sorted({c for c in text.lower() if not c.isspace()})
    return SPECIAL + [token for c in characters for token in (c, "##" + c)]


def model_of(seed, sizes, vocabulary):
    model = BertModel(
        BertConfig(
            vocab_size=len(vocabulary),
            hidden_size=sizes["hidden"],
            num_hidden_layers=sizes["layers"],
            num_attention_heads=sizes["heads"],
            intermediate_size=sizes["intermediate"],
            max_position_embeddings=sizes["positions"],
            layer_norm_eps=1e-12,
            hidden_act="gelu",
        ),
        add_pooling_layer=False,
    )
    state = {
        name: torch.from_numpy(numbers(seed, name, tuple(tensor.shape)))
        for name, tensor in model.state_dict().items()
        if tensor.dtype == torch.float32
    }
    missing, unexpected = model.load_state_dict(state, strict=False)
    assert not unexpected and all("ids" in name for name in missing), (missing, unexpected)
    return model.eval()


def vectors(tokenizer, model, pooling, texts):
    for text in texts:
        # As in sentence-transformers: strip, lower, tokenise, truncate, pool, normalise.
        tokens = tokenizer(
            text.strip().lower(),
            truncation=True,
            max_length=model.config.max_position_embeddings,
            return_tensors="pt",
        )
        with torch.no_grad():
            rows = model(**tokens).last_hidden_state[0].double()
        vector = rows[0] if pooling == "cls" else rows.mean(0)
        yield (vector / vector.norm()).numpy()


def main():
    texts = (HERE / "texts.txt").read_text(encoding="utf-8").split("\n")[:-1]
    real = pathlib.Path(sys.argv[1], "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
    out = []
    for seed, sizes, pooling, is_real in MODELS:
        vocabulary = real if is_real else vocabulary_of("\n".join(texts[:100]))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "vocab.txt")
            path.write_text("\n".join(vocabulary) + "\n", encoding="utf-8")
            tokenizer = BertTokenizerFast(vocab=str(path), do_lower_case=False)
            assert len(tokenizer) == len(vocabulary), (len(tokenizer), len(vocabulary))
            model = model_of(seed, sizes, vocabulary)
            made = np.stack(list(vectors(tokenizer, model, pooling, texts)))
        near = made @ made.T
        print(sizes["hidden"], pooling, "tokens known:", len(vocabulary), "cosines:", near.min(), np.median(near))
        out.append(np.rint(made * 32767).astype("<i2").tobytes())
    (HERE / "vectors.bin").write_bytes(b"".join(out))


main()
