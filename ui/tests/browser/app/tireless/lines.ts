// Branches: a scene gets another line, is written on it, goes back, and no text of one line gets into another.
import { zh as versions } from "@/features/versions/words";
import { DIALOG } from "../../../dialog";
import { type Book, goToLine, openOf } from "./book";
import { type Doing, expectOpen, type Kind, takeCaret, typeOn } from "./doing";

export const LINES = {
  newBranch: {
    weight: 1,
    can: (book: Book) => openOf(book).lines.size < 3,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      const scene = openOf(book);
      const name = `b${act.n}x${scene.lines.size}`;
      if (name === scene.line || scene.lines.has(name)) return;
      await window.begin("versions.show");
      await window.page.getByRole("button", { name: versions.branches.acts, exact: true }).click();
      await window.page.getByRole("menuitem", { name: versions.branches.create, exact: true }).click();
      await window.page.getByLabel(versions.branchDialog.name, { exact: true }).fill(name);
      await window.press("Enter");
      await window.page.locator(DIALOG).waitFor({ state: "hidden" });
      goToLine(scene, name, scene.text);
      await takeCaret(doing);
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
  changeLine: {
    weight: 2,
    can: (book: Book) => openOf(book).lines.size > 0,
    do: async (doing: Doing) => {
      const { window, book, act } = doing;
      const scene = openOf(book);
      const [name, text] = [...scene.lines][act.n % scene.lines.size] ?? ["", ""];
      await window.page.getByRole("combobox", { name: versions.branches.open }).click();
      const shown = name === "" ? versions.branches.main : name;
      await window.page.getByRole("option", { name: shown, exact: true }).click();
      goToLine(scene, name, text);
      await takeCaret(doing);
      await typeOn(doing);
      await expectOpen(doing);
    },
  },
} satisfies Record<string, Kind>;
