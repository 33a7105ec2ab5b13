// Using the window with the keyboard only: nothing is clicked, and commands run only by their keys or the palette. At
// each stop something has the focus, is in sight, and shows its focus.
import { expect } from "vitest";
import { DIALOG } from "../../dialog";
import { type App, inDialog, type } from "./harness";

/** The focused element: its role and name, and its problems. */
function look(app: App): Promise<{ name: string; fault: string }> {
  return app.page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return { name: "", fault: "nothing has the keyboard" };
    const label = (id: string) => document.getElementById(id)?.textContent ?? "";
    const name =
      at.getAttribute("aria-label") ??
      at.getAttribute("aria-labelledby")?.split(" ").map(label).join(" ") ??
      [...((at as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent).join(" ");
    const description = `${at.getAttribute("role") ?? at.localName} ${name || (at.textContent ?? "")}`
      .trim()
      .slice(0, 60);
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const isOut = right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight || right - left < 1;
    // A text shows its caret; a dialog or a view is itself the change; a radio button shows the focus beside the
    // input that it hides.
    const shows =
      at.matches(".cm-content, [role=dialog], [role=alertdialog], section[tabindex='-1']") ||
      [at, at.parentElement, at.previousElementSibling].some((one) => {
        if (one == null) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
      });
    return { name: description, fault: isOut ? "is out of sight" : shows ? "" : "does not show the focus" };
  });
}

/** The focused element. Fails if nothing has the focus, or if it is out of sight or not visible as focus. */
async function stop(app: App): Promise<string> {
  let found = { name: "", fault: "" };
  const fault = async () => {
    found = await look(app);
    return found.fault === "" ? "" : `${found.name} ${found.fault}`;
  };
  // A closing element returns the focus a moment later.
  await expect.poll(fault).toBe("");
  return found.name;
}

/** Presses Tab, or another key, until the wanted element has the focus; each stop on the way is checked. */
export async function to(app: App, wanted: RegExp, key = "Tab", most = 60): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < most; step += 1) {
    const here = await stop(app);
    if (wanted.test(here)) return;
    // Tab stays in a text being edited; another key leaves it.
    const stays = key === "Tab" && passed.at(-1) === here && here.startsWith("textbox 正文");
    passed.push(here);
    await app.page.keyboard.press(stays ? "F6" : key);
    // After the last stop Tab leaves the page, and the next Tab reaches the first.
    if (key === "Tab" && (await look(app)).name === "") await app.page.keyboard.press(key);
  }
  throw new Error(`${wanted} is not reached: ${passed.join(" | ")}`);
}

/** Waits until the wanted element has the focus. */
export async function at(app: App, wanted: RegExp): Promise<void> {
  const here = async () => {
    const { name, fault } = await look(app);
    return fault === "" ? name : fault;
  };
  await expect.poll(here).toMatch(wanted);
}

/** Presses keys one after the other. */
export const press = (app: App, ...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => app.page.keyboard.press(key)), Promise.resolve());

/** Runs a command through the palette. */
export async function command(app: App, name: string): Promise<void> {
  await press(app, "ControlOrMeta+K");
  await inDialog(app);
  await type(app, name);
  await app.page.locator(`${DIALOG} [role=option]`).first().getByText(name, { exact: false }).waitFor();
  await press(app, "Enter");
}

/** Waits until no dialog is open. */
export const left = (app: App) => app.dialog().waitFor({ state: "hidden" });
/** Words as a pattern. */
export const literally = (words: string) => new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
