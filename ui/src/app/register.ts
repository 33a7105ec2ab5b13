// All commands of the window, in menu order.
import type { Command } from "@/commands/command";
import { register } from "@/commands/registry";
import { commands as about } from "@/features/about/commands";
import { commands as bible } from "@/features/bible/commands";
import { commands as bin } from "@/features/bin/commands";
import { commands as binder } from "@/features/binder/commands";
import { commands as checkpoints } from "@/features/checkpoints/commands";
import { commands as context } from "@/features/context/commands";
import { commands as drafting } from "@/features/drafting/commands";
import { commands as find } from "@/features/find/commands";
import { commands as findings } from "@/features/findings/commands";
import { commands as graph } from "@/features/graph/commands";
import { commands as guide } from "@/features/guide/commands";
import { commands as lore } from "@/features/lore/commands";
import { commands as meaning } from "@/features/meaning/commands";
import { commands as memory } from "@/features/memory/commands";
import { commands as models } from "@/features/models/commands";
import { commands as palette } from "@/features/palette/commands";
import { commands as part } from "@/features/part/commands";
import { commands as prompts } from "@/features/prompts/commands";
import { commands as renumber } from "@/features/renumber/commands";
import { commands as retreat } from "@/features/retreat/commands";
import { commands as review } from "@/features/review/commands";
import { commands as search } from "@/features/search/commands";
import { commands as settings } from "@/features/settings/commands";
import { commands as spelling } from "@/features/spelling/commands";
import { commands as statistics } from "@/features/statistics/commands";
import { commands as threads } from "@/features/threads/commands";
import { commands as timeline } from "@/features/timeline/commands";
import { commands as tour } from "@/features/tour/commands";
import { commands as transfer } from "@/features/transfer/commands";
import { commands as usage } from "@/features/usage/commands";
import { commands as versions } from "@/features/versions/commands";
import { commands as welcome } from "@/features/welcome/commands";
import { commands as workflows } from "@/features/workflows/commands";
import { commands as writing } from "@/features/writing/commands";
import { commands as own } from "./commands";

const ALL: readonly Command[] = [
  ...welcome,
  ...writing,
  ...checkpoints,
  ...transfer,
  ...settings,
  ...models,
  ...meaning,
  ...find,
  ...search,
  ...spelling,
  ...binder,
  ...part,
  ...drafting,
  ...memory,
  ...versions,
  ...bible,
  ...lore,
  ...graph,
  ...review,
  ...renumber,
  ...bin,
  ...threads,
  ...timeline,
  ...context,
  ...statistics,
  ...usage,
  ...workflows,
  ...findings,
  ...prompts,
  ...palette,
  ...own,
  ...retreat,
  ...guide,
  ...tour,
  ...about,
];

export function registerAll(): void {
  register(ALL);
}
