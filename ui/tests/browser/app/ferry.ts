// The first three chapters of our Chinese sample as a separate novel: drafts, a branch, a checkpoint and one plan,
// but no canon. Tests that write a canon, or count what they find, start with it.
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Parent, PartId, SceneId } from "@/ipc/types";
import type { Running } from "./loopback";

const SAMPLES = fileURLToPath(new URL("../../../../samples/", import.meta.url));

interface Scene {
  title?: string;
  plan?: object;
  drafts: { label?: string; text: string[] }[];
}

interface Chapter {
  target: number;
  synopsis: string;
  goal: string;
  scenes: Scene[];
}

interface Sample {
  chapters: Chapter[];
  branch: { name: string; from: number; text: string[] };
  checkpoint: { name: string; note: string };
}

/** The finished texts of a chapter's scenes, after its title. */
const textsIn = (part: string): string[] =>
  part
    .slice(part.indexOf("\n"))
    .split("\n* * *\n")
    .map((scene) => scene.trim().split("\n\n").join("\n"));

const create = (running: Running, parent: Parent, title = ""): Promise<PartId> =>
  running.call<PartId>("manuscript.create", { parent, title });

/** Opens it; creates it first if the home does not have it yet. */
export async function openFerry(running: Running): Promise<void> {
  const folder = join(running.home, "data");
  const file = join(folder, "渡口.wenfang");
  const isThere = await readFile(file).then(
    () => true,
    () => false,
  );
  await mkdir(folder, { recursive: true });
  await running.answer(file);
  const kind = isThere ? "open_project" : "new_project";
  const { path } = await running.call<{ path: { path: string } }>("window.choose", { kind, title: "" });
  await running.answer();
  if (isThere) {
    await running.call("project.open", path);
    return;
  }
  const named = { title: "渡口", author: "文房", language: "zh", first_chapter: "" };
  await running.call("project.create", { ...path, ...named });
  await write(running);
}

async function write(running: Running): Promise<void> {
  const data = JSON.parse(await readFile(join(SAMPLES, "渡口.json"), "utf8")) as Sample;
  const parts = (await readFile(join(SAMPLES, "渡口.md"), "utf8")).split("\n## ").slice(1, 4);
  const volume = await create(running, "manuscript");
  const finished: [SceneId, string][] = [];
  let last: SceneId = 0;
  for (const [index, part] of parts.entries()) {
    const chapter = data.chapters[index];
    if (chapter === undefined) throw new Error("the sample has fewer chapters");
    const { target, synopsis, goal, scenes } = chapter;
    const made = await create(running, volume as Parent, part.slice(0, part.indexOf("\n")));
    await running.call("manuscript.describe", { part: made, target, synopsis, goal });
    const texts = textsIn(part);
    for (const [at, { title, plan, drafts }] of scenes.entries()) {
      const scene = await create(running, made as Parent, title);
      last = (scene as { scene: SceneId }).scene;
      if (plan !== undefined) await running.call("manuscript.describe", { part: scene, plan });
      finished.push([last, texts[at] ?? ""]);
      for (const { label, text } of drafts) {
        const saved = await running.call<{ version: number }>("scene.save", {
          scene: last,
          text: text.join("\n"),
        });
        if (label !== undefined) {
          await running.call("scene.label", { scene: last, version: saved.version, label });
        }
      }
    }
  }
  await running.call("checkpoint.create", data.checkpoint);
  const { name, from, text } = data.branch;
  const branch = await running.call<{ version: number }>("branch.create", { scene: last, from, name });
  await running.call("scene.save", { scene: last, base: branch.version, text: text.join("\n") });
  for (const [scene, text] of finished) await running.call("scene.save", { scene, text });
}
