// Files dragged over the window and dropped on it, against a fake host.
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { register } from "@/commands/registry";
import { UiProviders } from "@/components/ui-providers";
import { desk, openDialog, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, failure } from "@/ipc/fake-host";
import { sampleApplication, sampleProject } from "@/stories/stage";
import { commands } from "./commands";
import { DropOverlay } from "./drop-overlay";
import { followDrag, keepFilesOut } from "./dropping";
import { ImportDialog } from "./import-dialog";
import { forgetFlow, useImport } from "./import-flow";
import { zh } from "./words";

const source = { path: "path-9", name: "渡口.scriv", folder: "/home/a" };
let notices: string[];
let asked: Asked[];

beforeAll(async () => {
  await startI18n("zh");
  register(commands);
});
beforeEach(() => {
  notices = [];
  onNotice(({ text }) => notices.push(text));
  asked = chooseFakeHost({ "import.preview": () => Promise.reject(failure("import_refused")) });
  useDesk.setState({ application: sampleApplication(), project: sampleProject(), dialog: null });
  render(
    <>
      <ImportDialog />
      <DropOverlay />
    </>,
    { wrapper: UiProviders },
  );
});
afterEach(() => {
  cleanup();
  useDesk.setState({ dialog: null });
  useImport.setState({ phase: "choosing" });
  forgetFlow();
});

const over = (count = 1, is_novel = false) =>
  act(() => followDrag({ type: "dragged_over", dragged: { name: source.name, count, is_novel } }));
const drop = (is_folder = true) => act(async () => followDrag({ type: "dropped", source, is_folder }));

it("says what a drop would do, until the files leave", () => {
  over();
  expect(screen.getByRole("status").textContent).toBe("松手即可预览“渡口.scriv”的导入");
  over(1, true);
  expect(screen.getByRole("status").textContent).toBe("松手即可打开“渡口.scriv”");
  over(2);
  expect(screen.getByRole("status").textContent).toBe(zh.drop.several);
  act(() => followDrag({ type: "drag_left" }));
  expect(screen.queryByRole("status")).toBeNull();
});

it("a dropped folder is previewed, and a refused one says why", async () => {
  over();
  await drop();
  await waitFor(() => expect(useImport.getState().preview.state).toBe("failed"));
  expect(desk().dialog?.name).toBe("import");
  expect(useImport.getState().source).toEqual({ ...source, kind: "folder" });
  expect(asked.find(({ name }) => name === "import.preview")?.request).toMatchObject({ source: "path-9" });
  expect(document.querySelector("[role=status].pointer-events-none")).toBeNull();
  // Another drop replaces it.
  await act(async () =>
    followDrag({ type: "dropped", source: { ...source, path: "path-10" }, is_folder: false }),
  );
  await waitFor(() => expect(useImport.getState().source?.path).toBe("path-10"));
});

it("several files, another dialog and a novel open read-only are said", async () => {
  await act(async () => followDrag({ type: "dropped", source: null, is_folder: false }));
  expect(notices.pop()).toBe(zh.drop.several);

  useImport.setState({ phase: "importing" });
  await drop();
  expect(notices.pop()).toBe(zh.drop.busy);
  useImport.setState({ phase: "choosing" });

  act(() => useDesk.setState({ project: { ...sampleProject(), writable: false } }));
  over();
  expect(screen.getByRole("status").textContent).toBe(zh.drop.readOnly);
  await drop();
  expect(notices.pop()).toBe(zh.drop.readOnly);
  expect(desk().dialog).toBeNull();
});

it("a drop that reaches the page offers the dialog, and words are not kept out", () => {
  const stop = keepFilesOut();
  const dragged = (types: string[]) => ({ dataTransfer: { types, dropEffect: "none" } });
  expect(fireEvent.dragOver(document.body, dragged(["Files"])), "accepted").toBe(false);
  expect(fireEvent.drop(document.body, dragged(["Files"])), "not opened").toBe(false);
  expect(notices).toEqual([zh.drop.notHere]);
  expect(fireEvent.drop(document.body, dragged(["text/plain"])), "left to the editor").toBe(true);
  stop();
  expect(fireEvent.drop(document.body, dragged(["Files"]))).toBe(true);
});

it("is left alone by an open dialog of its own", async () => {
  act(() => openDialog({ name: "import" }));
  await drop(false);
  await waitFor(() => expect(useImport.getState().source?.kind).toBe("file"));
  expect(notices).toEqual([]);
});
