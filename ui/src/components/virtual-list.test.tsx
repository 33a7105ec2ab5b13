// Virtual lists: what is rendered, how high it is, and how the keyboard reaches the rest.
import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useActiveRows } from "./active-rows";
import { GroupedList } from "./grouped-list";
import { InterfaceScale } from "./interface-scale";
import { OptionList } from "./option-list";
import { useRovingRows } from "./roving-rows";
import { rowAfterKey } from "./row-keys";
import { show } from "./testing";
import { RowSpace, VirtualList } from "./virtual-list";

const NAMES = Array.from({ length: 2000 }, (_, at) => `第${at + 1}章`);
const idOf = (name: string) => name;
const keyOf = (at: number) => NAMES[at] ?? "";

beforeEach(() => {
  // happy-dom has no layout.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(34);
});

function Reading() {
  return (
    <VirtualList as="ol" label="章" rows={NAMES} idOf={idOf} rowHeight={30} className="h-72" rowClass="flex">
      {(name) => name}
    </VirtualList>
  );
}

function Roving({ onReach }: { onReach?: (at: number) => void }) {
  const [stop, setStop] = useState(0);
  const list = useRovingRows({
    count: NAMES.length,
    keyOf,
    rowHeight: 30,
    stop,
    onReach: (at) => {
      setStop(at);
      onReach?.(at);
    },
  });
  return (
    <div ref={list.scroller} data-testid="scroller">
      <RowSpace role="listbox" list={list} rows={NAMES}>
        {(name, { index, place, style }) => (
          <div
            {...place}
            role="option"
            aria-selected={index === stop}
            data-stop={index === stop}
            tabIndex={index === stop ? 0 : -1}
            onKeyDown={list.onKeyDown}
            style={style}
          >
            {name}
          </div>
        )}
      </RowSpace>
    </div>
  );
}

function Choosing() {
  const [at, setAt] = useState(0);
  const list = useActiveRows({
    rows: NAMES,
    idOf,
    rowHeight: 30,
    at,
    onReach: (_, to) => setAt(to),
    rowAfter: rowAfterKey,
    page: 6,
  });
  return (
    <OptionList
      label="章"
      list={list}
      focus="list"
      onPress={(name) => setAt(NAMES.indexOf(name))}
      className="h-72"
      optionClass={() => ""}
    >
      {(name) => name}
    </OptionList>
  );
}

const noGroup = () => null;

const scrollTo = async (element: Element, top: number) => {
  await act(async () => {
    element.scrollTop = top;
    fireEvent.scroll(element);
  });
};

it("renders the visible rows only, and says where they are among all", async () => {
  await show(<Reading />);
  const list = screen.getByRole("list");
  const rows = within(list).getAllByRole("listitem");
  expect(rows.length).toBeGreaterThanOrEqual(10);
  expect(rows.length).toBeLessThan(40);
  expect(rows[0]?.getAttribute("aria-setsize")).toBe("2000");
  expect(rows[4]?.getAttribute("aria-posinset")).toBe("5");
  expect(rows[4]?.style.transform).toBe("translateY(120px)");
  expect(list.style.height).toBe("60000px");
});

it("shows the rows at the scroll position", async () => {
  await show(<Reading />);
  await scrollTo(screen.getByRole("region", { name: "章" }), 30_000);
  expect(screen.getByText("第1001章")).toBeDefined();
  expect(screen.queryByText("第1章")).toBeNull();
});

it("rows grow with the interface, also when its scale changes", async () => {
  const at = (scale: number) => (
    <InterfaceScale value={scale}>
      <Reading />
    </InterfaceScale>
  );
  const { rerender } = await show(at(1.25));
  const height = () => screen.getAllByRole("listitem").map(({ style }) => style.height)[0];
  expect(height()).toBe("38px");
  expect(screen.getByRole("list").style.height).toBe("76000px");
  rerender(at(1.6));
  expect(height()).toBe("48px");
  expect(screen.getByRole("list").style.height).toBe("96000px");
  expect(screen.getAllByRole("listitem")[1]?.style.transform).toBe("translateY(48px)");
});

it("keys move the focus to rows that were not rendered", async () => {
  const reached: number[] = [];
  await show(<Roving onReach={(at) => reached.push(at)} />);
  const focused = () => document.activeElement?.textContent;
  screen.getByText("第1章").focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  press("ArrowDown");
  expect(focused()).toBe("第2章");
  press("End");
  expect(focused()).toBe("第2000章");
  press("End");
  press("PageUp");
  // Ten rows are visible.
  expect(focused()).toBe("第1991章");
  press("Home");
  expect(focused()).toBe("第1章");
  expect(reached).toEqual([1, 1999, 1990, 0]);
});

it("the focused row stays rendered and keeps the focus wherever the list is scrolled", async () => {
  await show(<Roving />);
  const row = screen.getByText("第1章");
  row.focus();
  await scrollTo(screen.getByTestId("scroller"), 30_000);
  expect(screen.getByText("第1001章")).toBeDefined();
  expect(screen.getAllByRole("option")[0]).toBe(row);
  expect(document.activeElement).toBe(row);
});

it("modifiers leave the keys to others", async () => {
  await show(<Roving />);
  screen.getByText("第1章").focus();
  for (const modifier of ["ctrlKey", "metaKey", "altKey", "shiftKey"]) {
    const used = !fireEvent.keyDown(document.activeElement as Element, {
      key: "ArrowDown",
      [modifier]: true,
    });
    expect(used).toBe(false);
  }
  expect(document.activeElement?.textContent).toBe("第1章");
});

it("the active option is announced and rendered wherever the list is scrolled", async () => {
  await show(<Choosing />);
  const list = screen.getByRole("listbox");
  const active = () => document.getElementById(list.getAttribute("aria-activedescendant") ?? "");
  expect(active()?.textContent).toBe("第1章");
  fireEvent.keyDown(list, { key: "PageDown" });
  expect(active()?.textContent).toBe("第7章");
  expect(active()?.getAttribute("aria-selected")).toBe("true");
  await scrollTo(list, 30_000);
  expect(screen.getByText("第1001章")).toBeDefined();
  expect(active()?.textContent).toBe("第7章");
  fireEvent.keyDown(list, { key: "End" });
  expect(active()?.textContent).toBe("第2000章");
});

it("a list with headings keeps its focused row rendered too", async () => {
  await show(
    <GroupedList
      label="章"
      entries={NAMES}
      idOf={idOf}
      groupOf={noGroup}
      row={(name) => name}
      onOpen={() => undefined}
    />,
  );
  const row = screen.getByRole("button", { name: "第2章" });
  act(() => row.focus());
  await scrollTo(screen.getByRole("list").parentElement as Element, 20_000);
  expect(screen.queryByText("第1章")).toBeNull();
  expect(document.activeElement).toBe(row);
  expect(row.isConnected).toBe(true);
});
