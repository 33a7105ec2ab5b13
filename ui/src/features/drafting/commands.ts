// Commands of drafting with a model.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog, showGeneration } from "@/desk/desk";
import type { Act, SceneId } from "@/ipc/types";
import { canAsk, requestFor, whyNotAsk } from "./asks";
import { decideAll, decideOne, discard, finish, isJudged, repeat, step } from "./deciding";
import { hasText, tally } from "./run";
import { begin, stop } from "./session";
import { runIn } from "./store";

/** No dialog is open: another one would discard its input. */
const isFree = () => {
  const { dialog } = desk();
  return dialog === null || dialog.name === "palette";
};
const run = () => runIn(desk().scene);
/** Maps the reason a command is disabled to its message. */
const because = (why: () => string | null) => () => {
  const name = why();
  return name === null ? null : `drafting:why.${name}`;
};
/** Another view is in the centre: nothing may be written into the scene unseen. */
const isHidden = () => desk().centre.kind !== "writing";
const toAsk = (act: Act) => because(() => (!isFree() ? "dialog" : isHidden() ? "place" : whyNotAsk(act)));
const inScene = (act: (scene: SceneId) => void | Promise<void>) => () => {
  const { scene } = desk();
  return scene === null ? undefined : act(scene);
};

/** For acts on a completed proposal. */
function whyNotReady(): "noProposal" | "writing" | "applying" | null {
  switch (run()?.phase) {
    case undefined:
      return "noProposal";
    case "asking":
    case "streaming":
      return "writing";
    case "applying":
      return "applying";
    case "ready":
      return null;
  }
}

/** For acts on its changes. */
function whyNotJudged(): "nothingCame" | "comparing" | ReturnType<typeof whyNotReady> {
  const why = whyNotReady();
  if (why !== null || isJudged(desk().scene)) return why;
  return run()?.candidates.some(hasText) ? "comparing" : "nothingCame";
}

function asks(act: Act, more: Partial<Command> = {}): Command {
  return {
    id: `drafting.${act}`,
    title: `drafting:commands.${act}`,
    whyNot: toAsk(act),
    run: async () => {
      const request = requestFor(act);
      if (request !== null) await begin(request);
    },
    ...more,
  };
}

export const commands: Command[] = [
  asks("draft", { keys: "CmdOrCtrl+Shift+D" }),
  asks("continue", { keys: "CmdOrCtrl+J" }),
  asks("rewrite"),
  asks("expand"),
  asks("compress"),
  asks("polish"),
  {
    id: "drafting.instruct",
    title: "drafting:commands.instruct",
    keys: "CmdOrCtrl+Alt+I",
    whyNot: toAsk("continue"),
    run: () => openDialog({ name: "instruct", act: canAsk("rewrite") ? "rewrite" : "continue" }),
  },
  asks("card"),
  asks("titles"),
  {
    id: "drafting.accept_all",
    title: "drafting:commands.acceptAll",
    keys: "CmdOrCtrl+Enter",
    whyNot: because(whyNotJudged),
    run: inScene((scene) => decideAll(scene, "accepted")),
  },
  {
    id: "drafting.reject_all",
    title: "drafting:commands.rejectAll",
    whyNot: because(whyNotReady),
    run: inScene(discard),
  },
  {
    id: "drafting.next_hunk",
    title: "drafting:commands.nextHunk",
    keys: "F8",
    whyNot: because(whyNotJudged),
    run: inScene((scene) => step(scene, 1)),
  },
  {
    id: "drafting.previous_hunk",
    title: "drafting:commands.previousHunk",
    keys: "Shift+F8",
    whyNot: because(whyNotJudged),
    run: inScene((scene) => step(scene, -1)),
  },
  {
    id: "drafting.accept_hunk",
    title: "drafting:commands.acceptHunk",
    keys: "F9",
    whyNot: because(whyNotJudged),
    run: inScene((scene) => decideOne(scene, "accepted")),
  },
  {
    id: "drafting.reject_hunk",
    title: "drafting:commands.rejectHunk",
    keys: "Shift+F9",
    whyNot: because(whyNotJudged),
    run: inScene((scene) => decideOne(scene, "rejected")),
  },
  {
    id: "drafting.apply",
    title: "drafting:commands.apply",
    whyNot: because(
      () => whyNotJudged() ?? (tally(run()?.decisions ?? []).accepted > 0 ? null : "noneAccepted"),
    ),
    run: inScene(finish),
  },
  {
    id: "drafting.stop",
    title: "drafting:commands.stop",
    keys: "Escape",
    // The editor handles Escape itself; the bar of the proposal listens for it.
    keysOfText: true,
    whyNot: because(() => {
      const why = whyNotReady();
      return why === "writing" ? null : (why ?? "notWriting");
    }),
    run: inScene(stop),
  },
  {
    id: "drafting.regenerate",
    title: "drafting:commands.regenerate",
    whyNot: because(() => whyNotReady() ?? (isWritable() ? null : "readOnly")),
    run: inScene(repeat),
  },
  {
    id: "drafting.receipt",
    title: "drafting:commands.receipt",
    whyNot: because(() => ((run()?.candidates.length ?? 0) > 0 ? null : "noProposal")),
    run: () => {
      const current = run();
      const candidate = current?.candidates[current.shown];
      if (candidate !== undefined) showGeneration(candidate.generation);
    },
  },
];
