// A tiny embedding model of random weights, and a hub that has it: untrained, but complete.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const HIDDEN = 48;
const LAYERS = 2;
const HEADS = 3;
const INNER = 80;
const POSITIONS = 128;

const VOCABULARY = [
  ..."[PAD] [UNK] [CLS] [SEP] [MASK]".split(" "),
  ...[..."江上有风船还没来老周坐在石阶等灯灭了渡口水夜雾人说不是一的"].flatMap((char) => [char, `##${char}`]),
];

/** The tensors of a model of this kind, each with its dimensions. */
function tensors(): [string, number[]][] {
  const both = (name: string, sizes: number[]): [string, number[]][] => [
    [`${name}.weight`, sizes],
    [`${name}.bias`, sizes.slice(0, 1)],
  ];
  const layers = Array.from({ length: LAYERS }, (_, at) => `encoder.layer.${at}`).flatMap((layer) => [
    ...["query", "key", "value"].flatMap((part) => both(`${layer}.attention.self.${part}`, [HIDDEN, HIDDEN])),
    ...both(`${layer}.attention.output.dense`, [HIDDEN, HIDDEN]),
    ...both(`${layer}.attention.output.LayerNorm`, [HIDDEN]),
    ...both(`${layer}.intermediate.dense`, [INNER, HIDDEN]),
    ...both(`${layer}.output.dense`, [HIDDEN, INNER]),
    ...both(`${layer}.output.LayerNorm`, [HIDDEN]),
  ]);
  return [
    ["embeddings.word_embeddings.weight", [VOCABULARY.length, HIDDEN]],
    ["embeddings.position_embeddings.weight", [POSITIONS, HIDDEN]],
    ["embeddings.token_type_embeddings.weight", [2, HIDDEN]],
    ...both("embeddings.LayerNorm", [HIDDEN]),
    ...layers,
  ];
}

/** Numbers around a mean, the same each time. */
function numbers(count: number, mean: number, spread: number, seed: number): Float32Array {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Float32Array.from(
    { length: count },
    () => mean + spread * (next() + next() + next() + next() - 2) * 1.7,
  );
}

function weights(): Buffer {
  const parts: Buffer[] = [];
  const header: Record<string, object> = {};
  let offset = 0;
  for (const [index, [name, sizes]] of tensors().entries()) {
    const count = sizes.reduce((product, size) => product * size, 1);
    const isNorm = name.endsWith("LayerNorm.weight");
    const spread = sizes.length === 2 && name.startsWith("encoder.") ? 1 / Math.sqrt(sizes[1] ?? 1) : 0.05;
    const values = numbers(count, isNorm ? 1 : 0, isNorm ? 0.1 : spread, index + 7);
    const bytes = Buffer.from(values.buffer);
    header[name] = { dtype: "F32", shape: sizes, data_offsets: [offset, offset + bytes.length] };
    parts.push(bytes);
    offset += bytes.length;
  }
  const json = JSON.stringify(header);
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...parts]);
}

/** Writes the folder of a model. */
export async function writeTinyModel(folder: string): Promise<void> {
  await mkdir(join(folder, "1_Pooling"), { recursive: true });
  const files: Record<string, string | Buffer> = {
    "config.json": JSON.stringify({
      architectures: ["BertModel"],
      model_type: "bert",
      hidden_act: "gelu",
      layer_norm_eps: 1e-12,
      vocab_size: VOCABULARY.length,
      max_position_embeddings: POSITIONS,
      type_vocab_size: 2,
      hidden_size: HIDDEN,
      num_hidden_layers: LAYERS,
      num_attention_heads: HEADS,
      intermediate_size: INNER,
    }),
    "vocab.txt": VOCABULARY.map((token) => `${token}\n`).join(""),
    "tokenizer_config.json": JSON.stringify({ do_lower_case: false, tokenize_chinese_chars: true }),
    "sentence_bert_config.json": JSON.stringify({ max_seq_length: POSITIONS, do_lower_case: true }),
    "modules.json": JSON.stringify([
      { path: "", type: "sentence_transformers.models.Transformer" },
      { path: "1_Pooling", type: "sentence_transformers.models.Pooling" },
      { path: "2_Normalize", type: "sentence_transformers.models.Normalize" },
    ]),
    "1_Pooling/config.json": JSON.stringify({
      pooling_mode_cls_token: true,
      pooling_mode_mean_tokens: false,
    }),
    "model.safetensors": weights(),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

/** The files of the model on a hub; the largest last. */
const FETCHED = ["config.json", "vocab.txt", "sentence_bert_config.json", "model.safetensors"];

/** Writes a catalogue with the one model into a folder; returns its path. */
export async function writeCatalogue(folder: string, path: string): Promise<string> {
  const files = await Promise.all(
    FETCHED.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      return { name, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    }),
  );
  const model = {
    id: "tiny",
    repository: "us/tiny",
    revision: "0a1b2c3d4e5f",
    licence: "MIT",
    files,
    written: [],
  };
  await writeFile(path, JSON.stringify([model]));
  return path;
}

/** A hub on this machine. */
export interface Hub {
  address: string;
  /** The requested files, in order. */
  asked: string[];
  /** Makes the largest file stop after this many bytes, until it is released. */
  hold(bytes: number): void;
  letGo(): void;
  close(): Promise<void>;
}

/** Serves the files of a folder as hubs do, from a given byte on if requested. */
export async function startHub(folder: string): Promise<Hub> {
  const asked: string[] = [];
  let held: number | null = null;
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const name =
      decodeURIComponent(request.url ?? "")
        .split("/")
        .at(-1) ?? "";
    asked.push(name);
    void readFile(join(folder, name)).then(
      (bytes) => {
        const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
        const rest = bytes.subarray(from);
        response.writeHead(from > 0 ? 206 : 200, {
          "content-length": rest.length,
          etag: `"${bytes.length}"`,
          ...(from > 0 && { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
        });
        if (held === null || name !== "model.safetensors") {
          response.end(rest);
          return;
        }
        response.write(rest.subarray(0, held));
        const left = rest.subarray(held);
        waiting.push(() => response.end(left));
      },
      () => {
        response.writeHead(404).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    asked,
    hold: (bytes) => {
      held = bytes;
    },
    letGo: () => {
      held = null;
      for (const go of waiting.splice(0)) go();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
