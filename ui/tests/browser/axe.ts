// The findings of axe on the current page.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

export interface Finding {
  id: string;
  help: string;
  targets: string[];
}

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules whose result depends on the theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Checks the current page by every rule, or only by those about colours. */
export async function findings(page: Page, by: "every rule" | "colours" = "every rule"): Promise<Finding[]> {
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(await source);
  return page.evaluate(
    async (only) => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      // A button that was just enabled is still half faded; endless animations are not waited for.
      const ends = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime ?? 0);
      await Promise.allSettled(
        document
          .getAnimations()
          .filter(ends)
          .map(({ finished }) => finished),
      );
      // Open menus and lists are at the end of the body, in no landmark, as dialogs are; axe knows this only of
      // dialogs.
      const popup = document.querySelector('[role="menu"], [role="listbox"]') !== null;
      // While the list of a field is open at the end of the body, the library hides everything else from screen
      // readers, so the list is what is checked. A list beside its field, as in the palette, hides nothing.
      const inField = [...document.querySelectorAll('input[role="combobox"][aria-expanded="true"]')].some(
        (field) => {
          const list = document.getElementById(field.getAttribute("aria-controls") ?? "");
          const home = field.closest("[role=dialog]") ?? field.parentElement;
          return list !== null && home?.contains(list) === false;
        },
      );
      // The line between two landmarks that resizes both is in neither.
      const regionMatcher = "dialog, [role=dialog], [role=alertdialog], svg, [role=separator]";
      axe.configure({ checks: [{ id: "region", options: { regionMatcher } }] });
      // The ends of a menu that keep the Tab key in it pass the focus on at once: the focus never stays there.
      const guards = { include: [document], exclude: ["[data-base-ui-focus-guard]"] };
      const { violations } = await axe.run(guards, {
        resultTypes: ["violations"],
        ...(only !== null && { runOnly: { type: "rule", values: only } }),
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
    },
    by === "colours" ? COLOUR_RULES : null,
  );
}
