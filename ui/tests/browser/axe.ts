// What axe finds on the page as it stands.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

export interface Finding {
  id: string;
  help: string;
  targets: string[];
}

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function findings(page: Page): Promise<Finding[]> {
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(await source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    // A button that can just be pressed again is half faded still; what turns for ever is not waited for.
    const ends = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime ?? 0);
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
    // Menus and lists that are open stand at the end of the body, in no landmark, as dialogs do; axe knows it of dialogs alone.
    const popup = document.querySelector('[role="menu"], [role="listbox"]') !== null;
    // While the list of a field is open at the end of the body, the library hides all else from screen readers: the list is
    // what is looked at then. A list that stands with its field, as in the palette, hides nothing.
    const inField = [...document.querySelectorAll('input[role="combobox"][aria-expanded="true"]')].some(
      (field) => {
        const list = document.getElementById(field.getAttribute("aria-controls") ?? "");
        const home = field.closest("[role=dialog]") ?? field.parentElement;
        return list !== null && home?.contains(list) === false;
      },
    );
    // A line between two landmarks, by which one becomes wider and the other narrower, is in neither.
    const regionMatcher = "dialog, [role=dialog], [role=alertdialog], svg, [role=separator]";
    axe.configure({ checks: [{ id: "region", options: { regionMatcher } }] });
    // The ends of a menu that keep the Tab key in it pass the focus on at once: nobody stops there.
    const guards = { include: [document], exclude: ["[data-base-ui-focus-guard]"] };
    const { violations } = await axe.run(guards, {
      resultTypes: ["violations"],
      rules: {
        region: { enabled: !popup },
        "aria-hidden-focus": { enabled: !inField },
        "page-has-heading-one": { enabled: !inField },
      },
    });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      targets: nodes.map(
        (node) => `${node.target.join(" ")}: ${[...node.any, ...node.all, ...node.none][0]?.message ?? ""}`,
      ),
    }));
  });
}
