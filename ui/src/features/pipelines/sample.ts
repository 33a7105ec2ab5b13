// Sample profiles, for stories and tests.
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import type { ProfileList, ProfileStep, ProfileView } from "@/ipc/types";

const step = (change: Partial<ProfileStep> & Pick<ProfileStep, "step" | "handler">): ProfileStep => ({
  title: { zh: change.step, en: change.step },
  phase: "pre",
  required: true,
  asks: false,
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
};

export const foreign: ProfileView = {
  ...careful,
  profile: "friend",
  title: { zh: "朋友的方案", en: "A friend's profile" },
  origin: "novel",
  untrusted: true,
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
                column: 12,
                code: "unknown_handler",
                message: "there is no handler `work_note`; did you mean `work_notes`?",
              },
            ],
            profile: null,
          },
    "pipeline.save": () => ({ profile: "friend", version: 2 }),
    "pipeline.use": () => ({}),
    "pipeline.trust": () => ({}),
    "pipeline.remove": () => ({}),
  };
}
