import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { desk, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { Failure, OpenedProject } from "@/ipc/types";
import { EditEventDialog } from "./edit-event-dialog";
import { sampleAnswer } from "./sample-answer";
import { useLooking } from "./store";
import { TimelineTab } from "./timeline-tab";

let requests: Asked[];
let refused: Failure | null;
const noticed = vi.fn();

beforeEach(async () => {
  await startI18n("zh");
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(316);
  answers.clear();
  refused = null;
  noticed.mockClear();
  onNotice(noticed);
  requests = chooseFakeHost({
    "timeline.list": () => sampleAnswer((zh) => zh),
    "manuscript.outline": () => ({ volumes: [] }),
    "kg.entities": () => ({ entities: [] }),
    "timeline.save": (request) => {
      if (refused !== null) throw refused;
      return { event: 77, record: { title: request.title ?? "" } as never };
    },
    "timeline.remove": () => ({ count: 1 }),
    "timeline.put_back": () => ({ count: 1 }),
  });
  useLooking.setState({ order: "story", selected: null });
  useDesk.setState({
    project: { writable: true } as OpenedProject,
    scene: 1,
    dialog: null,
    shown: { lore: null, entity: null, thread: null, event: null, generation: null },
  });
});
afterEach(cleanup);

const of = (name: string) => requests.filter((one) => one.name === name).map(({ request }) => request);
const open = () =>
  show(
    <QueryClientProvider client={answers}>
      <TimelineTab />
      <EditEventDialog />
    </QueryClientProvider>,
  );
const shown = (event: number) => useDesk.setState(({ shown: all }) => ({ shown: { ...all, event } }));

it("a click opens an event, Esc returns", async () => {
  await open();
  fireEvent.click(await screen.findByRole("option", { name: /半本账册/ }));
  expect(desk().shown.event).toBe(8);
  const back = await screen.findByRole("button", { name: "返回列表" });
  fireEvent.keyDown(back, { key: "Escape" });
  expect(await screen.findByRole("option", { name: /半本账册/ })).toBeTruthy();
});

it("Delete removes the selected event, and the notice undoes it", async () => {
  await open();
  const option = await screen.findByRole("option", { name: /老陶收留/ });
  act(() => useLooking.setState({ selected: "1" }));
  fireEvent.keyDown(option, { key: "Delete" });
  await waitFor(() => expect(of("timeline.remove")).toEqual([{ events: [1] }]));
  await waitFor(() => expect(noticed).toHaveBeenCalled());
  noticed.mock.calls[0]?.[0].action.onSelect();
  await waitFor(() => expect(of("timeline.put_back")).toEqual([{ events: [1] }]));
});

it("fields save separately; people are sent by id, new ones by name", async () => {
  shown(8);
  await open();
  const place = await screen.findByRole("textbox", { name: "地点" });
  fireEvent.change(place, { target: { value: "当铺" } });
  fireEvent.blur(place);
  await waitFor(() => expect(of("timeline.save")).toContainEqual({ event: 8, place: "当铺" }));
  const people = screen.getByRole("combobox", { name: "人物" });
  fireEvent.change(people, { target: { value: "当铺掌柜" } });
  fireEvent.keyDown(people, { key: "Enter" });
  fireEvent.blur(people);
  await waitFor(() =>
    expect(of("timeline.save")).toContainEqual({
      event: 8,
      participants: [{ id: 1 }, { id: 2 }, { id: 6 }, { id: 4 }, { name: "当铺掌柜" }],
    }),
  );
});

it("shows what an event is sorted by, and allows editing the key", async () => {
  shown(8);
  await open();
  expect(await screen.findByText("排序键 7-1")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "改排序键" }));
  const key = screen.getByRole("textbox", { name: "排序键" });
  fireEvent.change(key, { target: { value: "51-3-15" } });
  fireEvent.keyDown(key, { key: "Enter" });
  await waitFor(() => expect(of("timeline.save")).toEqual([{ event: 8, key: "51-3-15" }]));
  cleanup();
  shown(3);
  await open();
  expect(await screen.findByText("按讲述位置排")).toBeTruthy();
});

it("a cycle is reported with the titles of its events, and the input stays", async () => {
  refused = failure("time_cycle", { details: { events: [5, 8], titles: ["渡船沉没", "半本账册"] } });
  await open();
  useDesk.setState({
    dialog: {
      name: "edit-event",
      event: null,
      passage: { scene: 1, range: { start: 0, end: 4 }, quote: "渡船沉没了，谁也没有看见。" },
    },
  });
  await screen.findByRole("dialog");
  const title = await screen.findByRole<HTMLInputElement>("textbox", { name: "事件" });
  expect(title.value).toBe("渡船沉没了");
  fireEvent.click(screen.getByRole("button", { name: "建立" }));
  expect((await screen.findByRole("alert")).textContent).toContain("渡船沉没 → 半本账册 → 渡船沉没");
  expect(title.value).toBe("渡船沉没了");
  refused = null;
  fireEvent.click(screen.getByRole("button", { name: "建立" }));
  await waitFor(() => expect(desk().dialog).toBeNull());
  expect(of("timeline.save").at(-1)).toMatchObject({
    event: null,
    title: "渡船沉没了",
    scene: 1,
    participants: [],
  });
});
