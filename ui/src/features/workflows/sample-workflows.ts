// The workflows of a project, for stories and tests.
import type { Answer } from "@/ipc/host";
import type { WorkflowView } from "@/ipc/types";

export const both = (zh: string, en: string) => ({ zh, en });

type WorkflowNode = WorkflowView["nodes"][number];
type Unplaced = Omit<WorkflowNode, "layer">;

function node(
  id: string,
  title: WorkflowView["title"],
  depends_on: string[],
  more: Partial<Unplaced> = {},
): Unplaced {
  return {
    id,
    title,
    handler: id,
    workflow: null,
    depends_on,
    conditional: false,
    fans_out: false,
    at_most: null,
    confirms: false,
    ...more,
  };
}

/** The steps of each layer, from the top. */
const inLayers = (...layers: Unplaced[][]): WorkflowNode[] =>
  layers.flatMap((nodes, layer) => nodes.map((node) => ({ ...node, layer })));

export const COMPLETION: WorkflowView = {
  id: "chapter_completion",
  title: both("完成本章", "Complete chapter"),
  description: both(
    "写摘要，提取设定，检查前后矛盾，再给下一章提几个方向。",
    "Sums up, gathers the canon, checks for contradictions, suggests directions.",
  ),
  scope: "chapter",
  version: 1,
  hash: "ab12",
  nodes: inLayers(
    [node("summarize", both("写本章摘要", "Sum up the chapter"), [], { handler: "generate_summary" })],
    [
      node("extract_kg", both("提取设定", "Gather the canon"), ["summarize"], {
        handler: "extract_kg_proposals",
      }),
    ],
    [
      node("check_consistency", both("检查前后矛盾", "Check for contradictions"), ["extract_kg"], {
        handler: "run_consistency_checks",
      }),
    ],
    [
      node("suggest_next", both("下一章的方向", "Directions"), ["check_consistency"], {
        handler: "suggest_next_chapter",
      }),
    ],
  ),
  triggers: ["menu", "chapter_completed"],
  input: {},
};

export const REVIEW: WorkflowView = {
  id: "project_review",
  title: both("全书检查", "Review the project"),
  description: both("逐章检查，写成一份报告。", "Checks every chapter and writes a report."),
  scope: "project",
  version: 1,
  hash: "cd34",
  nodes: inLayers(
    [node("chapters", both("列出各章", "List the chapters"), [])],
    [
      node("check", both("逐章检查", "Check each chapter"), ["chapters"], { fans_out: true }),
      node("names", both("核对名字", "Compare the names"), ["chapters"], { conditional: true }),
      node("threads", both("核对线索", "Compare the threads"), ["chapters"], {
        handler: undefined as unknown as null,
        workflow: "bible_impact",
      }),
    ],
    [node("confirm", both("请作者过目", "Ask the author"), ["check", "names"], { confirms: true })],
    [node("report", both("写报告", "Write the report"), ["confirm", "threads"])],
  ),
  triggers: ["menu"],
  input: {},
};

const REINDEX: WorkflowView = {
  id: "reindex",
  title: both("重建索引", "Rebuild the index"),
  description: both("重新分段、计算语义向量、编入索引。", "Segments, embeds and indexes the texts again."),
  scope: "project",
  version: 2,
  hash: "ef56",
  nodes: inLayers(
    [node("segment", both("分段", "Segment"), [])],
    [node("index", both("编入索引", "Index"), ["segment"])],
  ),
  triggers: ["menu", "imported"],
  input: {},
};

const IMPACT: WorkflowView = {
  id: "bible_impact",
  title: both("设定影响", "Impact of a change"),
  description: both(
    "设定改动后，找出提到它的段落。",
    "Finds the paragraphs that a change of the canon bears on.",
  ),
  scope: "input",
  version: 1,
  hash: "0789",
  nodes: inLayers([node("find", both("查找段落", "Find paragraphs"), [])]),
  triggers: ["menu", "canon_changed"],
  input: {
    type: "object",
    properties: { words: { type: "array", items: { type: "string" }, description: "Names to look for." } },
    required: ["words"],
  },
};

type Listed = Answer<"workflow.list">;
type SwitchView = Listed["switches"][number];

const switchOf = (
  workflow: string,
  trigger: SwitchView["trigger"],
  more: Partial<SwitchView> = {},
): SwitchView => ({
  workflow,
  profile: null,
  trigger,
  on: false,
  default_on: false,
  ceiling: null,
  may_cost: false,
  ...more,
});

/** The workflows of a project. */
export function sampleList(change: Partial<Listed> = {}): Listed {
  return {
    workflows: [COMPLETION, REVIEW, REINDEX, IMPACT],
    asking: [],
    switches: [
      switchOf("chapter_completion", "chapter_completed", { may_cost: true }),
      switchOf("reindex", "imported", { on: true, default_on: true }),
      switchOf("bible_impact", "canon_changed", {
        may_cost: true,
        on: true,
        ceiling: { currency: "CNY", micros: 500_000 },
      }),
      switchOf("settle.slow", "scene_saved", {
        profile: { zh: "慢写", en: "Slow" },
        may_cost: true,
        on: true,
        default_on: true,
      }),
    ],
    ...change,
  };
}
