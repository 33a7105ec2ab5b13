// Sample profiles, for stories and tests.
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import type {
  ProfileForms,
  ProfileList,
  ProfilePreview,
  ProfileStep,
  ProfileTrial,
  ProfileView,
  ReportStep,
  RunEstimate,
  StepPrompt,
} from "@/ipc/types";
import forms from "./sample-forms.json";

const step = (change: Partial<ProfileStep> & Pick<ProfileStep, "step" | "handler">): ProfileStep => ({
  title: { zh: change.step, en: change.step },
  phase: "pre",
  required: true,
  asks: false,
  surface: null,
  ...change,
});

export const plain: ProfileView = {
  profile: "plain",
  title: { zh: "直接写", en: "Plain" },
  description: { zh: "没有步骤。", en: "No steps." },
  origin: "shipped",
  version: 1,
  acts: [],
  steps: [],
  untrusted: false,
  notes_unread: [],
};

export const careful: ProfileView = {
  profile: "careful",
  title: { zh: "细写", en: "Careful" },
  description: {
    zh: "先回想前文、请模型写几条笔记，写完检查，查出的问题改在另一份上。",
    en: "Recalls the story and asks for notes first, then checks the text and mends what was found in a copy.",
  },
  origin: "shipped",
  version: 1,
  acts: ["draft", "continue"],
  steps: [
    step({
      step: "memory",
      handler: "recall_memory",
      title: { zh: "回想前文", en: "Recall the Story" },
      required: false,
    }),
    step({
      step: "notes",
      handler: "work_notes",
      title: { zh: "写前笔记", en: "Working Notes" },
      required: false,
      asks: true,
    }),
    step({
      step: "check",
      handler: "check_text",
      title: { zh: "检查写出的正文", en: "Check the Text" },
      phase: "post",
    }),
    step({
      step: "mend",
      handler: "mend_text",
      title: { zh: "改掉查出的问题", en: "Mend What Was Found" },
      phase: "post",
    }),
  ],
  untrusted: false,
  notes_unread: [],
};

export const foreign: ProfileView = {
  ...careful,
  profile: "friend",
  title: { zh: "朋友的方案", en: "A friend's profile" },
  origin: "novel",
  untrusted: true,
  notes_unread: ["continue"],
};

export function listOf(change: Partial<ProfileList> = {}): ProfileList {
  return {
    profiles: [plain, careful, foreign],
    uses: [{ subject: "novel", act: "*", profile: "careful" }],
    resolved: { profile: "careful", level: "novel", gone: [] },
    ...change,
  };
}

export const TEXT = `{
  "profile_id": "friend",
  "title": { "zh": "朋友的方案", "en": "A friend's profile" },
  "pre": [{ "id": "notes", "handler": "work_notes" }]
}
`;

const FREE: RunEstimate = { cost: null, may_cost: false, asks: null };
const asked = (requests: number, prompt: number, answer: number, micros: number): RunEstimate => ({
  cost: { currency: "CNY", micros },
  may_cost: true,
  asks: { models: ["deepseek-chat"], requests, prompt_tokens: prompt, answer_tokens: answer },
});

const NOTES_REQUEST: StepPrompt = {
  target: {
    provider: "deepseek",
    provider_name: "DeepSeek",
    model: "deepseek-chat",
    origin: "https://api.deepseek.com",
    consented: true,
    unasked: 0,
  },
  messages: [
    { role: "system", content: "你替一部长篇小说的作者做动笔前的准备。" },
    { role: "user", content: "落笔处之前的正文：\n老周坐在石阶上等。" },
  ],
  tokens: 1_640,
};

/** What a text would take under the profile of four steps, as the host answers it. */
export function plannedOf(skip: readonly string[] = []): ProfilePreview {
  const steps = careful.steps.map((one) => ({
    ...one,
    left_out: skip.includes(one.step),
    missing: [],
    requests: one.asks ? [NOTES_REQUEST] : [],
    adds: one.step === "notes" && !skip.includes(one.step),
    takes: one.asks ? asked(1, 1_640, 400, 4_200) : FREE,
  }));
  const isNoted = !skip.includes("notes");
  return {
    profile: "careful",
    title: careful.title,
    level: "novel",
    gone: [],
    steps,
    text: asked(1, 5_200, 1_500, 12_000),
    takes: isNoted ? asked(2, 6_840, 1_900, 16_200) : asked(1, 5_200, 1_500, 12_000),
  };
}

const SHARE = { least: 5, most: 20 };

/** A trial of the profile of four steps. */
export function trialOf(): ProfileTrial {
  const stepOf = (change: Pick<ReportStep, "step" | "title"> & Partial<ReportStep>): ReportStep => ({
    phase: "pre",
    handler: change.step,
    status: "completed",
    attempt: 1,
    millis: 180,
    model: null,
    cost: null,
    requests: [],
    effects: [],
    notes: {},
    detail: null,
    ...change,
  });
  const [memory, notes] = careful.steps;
  return {
    steps: [
      stepOf({ step: "memory", title: memory?.title ?? plain.title }),
      stepOf({
        step: "notes",
        title: notes?.title ?? plain.title,
        millis: 3_240,
        model: "deepseek-chat",
        cost: { currency: "CNY", micros: 4_200 },
      }),
    ],
    preview: {
      target: null,
      prompt: {
        group: "scene_generation",
        key: "scene_draft",
        language: "zh",
        id: null,
        version: null,
        hash: "1",
      },
      messages: [
        { role: "system", content: "你为这部小说写正文。" },
        {
          role: "user",
          content: "要写到：他解开绳。\n不可写：对岸是谁。\n\n请写出本场景的正文，约 1500 字。",
        },
      ],
      budget: {
        window: 32_000,
        answer: 2_000,
        fixed: 800,
        shares: {
          system: SHARE,
          long_term: SHARE,
          structured: SHARE,
          vector: SHARE,
          notes: SHARE,
          recent: SHARE,
        },
      },
      layers: [],
      parts: [],
      tokens: 5_200,
      takes: {
        cost: null,
        may_cost: true,
        asks: { models: [], requests: 1, prompt_tokens: 5_200, answer_tokens: 1_500 },
      },
      length: 1_500,
      masked: 0,
      suspicions: [],
    },
  };
}

/** A host with the profiles; a text without `work_notes` is faulty. */
export function backendOf(list: ProfileList = listOf()): FakeAnswers {
  return {
    "pipeline.list": () => list,
    "pipeline.get": ({ profile }) => {
      const found = list.profiles.find((one) => one.profile === profile);
      if (found === undefined) throw failure("not_found");
      return { profile, origin: found.origin, text: TEXT };
    },
    "pipeline.validate": ({ text }) =>
      text.includes("work_notes")
        ? { errors: [], profile: foreign }
        : {
            errors: [
              {
                line: 4,
                column: 33,
                pointer: "/pre/0/handler",
                code: "unknown_handler",
                message: "there is no `work_note` for `pre`; did you mean `work_notes`?",
              },
            ],
            profile: null,
          },
    "pipeline.steps": () => forms as ProfileForms,
    "pipeline.preview": ({ request }) => plannedOf(request.skip ?? []),
    "pipeline.try": () => trialOf(),
    "pipeline.save": () => ({ profile: "friend", version: 2 }),
    "pipeline.use": () => ({}),
    "pipeline.trust": () => ({}),
    "pipeline.remove": () => ({ uses: [] }),
  };
}
