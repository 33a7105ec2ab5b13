// The tour: eight places, buttons and keys, and a focus that stays where the author put it.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { desk, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { commands } from "./commands";
import { PLACES } from "./places";
import { endTour, nextPlace, previousPlace, startTour, useTour } from "./tour";
import { TourCard } from "./tour-card";
import { en, zh } from "./words";

const card = () => screen.queryByRole("dialog", { name: en.label });
const button = (name: string) => screen.getByRole("button", { name });

beforeEach(async () => {
  await startI18n("en");
  endTour();
  useDesk.setState({
    centre: { kind: "writing" },
    tab: "bible",
    shown: NOTHING_SHOWN,
    binder: 0,
    inspector: 0,
  });
});

it("has eight places, each with words in both languages", () => {
  expect(PLACES).toHaveLength(8);
  const names = PLACES.map(({ name }) => name);
  expect(Object.keys(zh.places)).toEqual(names);
  expect(Object.keys(en.places)).toEqual(names);
});

it("takes about two minutes to read", () => {
  // Reading speed: some 240 English words or 300 Chinese characters a minute.
  const words = Object.values(en.places).flatMap(({ text }) => text.split(" ")).length;
  expect(words / 240).toBeLessThan(2);
  const chars = Object.values(zh.places).reduce((sum, { text }) => sum + text.length, 0);
  expect(chars / 300).toBeLessThan(2);
});

it("shows each place with its panes", () => {
  startTour();
  expect([desk().centre.kind, desk().tab, desk().binder > 0, desk().requestedPane]).toEqual([
    "writing",
    "part",
    true,
    "binder",
  ]);
  const seen = PLACES.map(() => {
    const { centre, tab } = desk();
    nextPlace();
    return `${centre.kind} ${tab}`;
  });
  expect(seen).toEqual([
    "writing part",
    "writing versions",
    "writing lore",
    "graph graph",
    "writing threads",
    "timeline timeline",
    "writing findings",
    "writing checkpoints",
  ]);
  expect(desk().shown.findingsOf).toBe("book");
  expect(useTour.getState().at).toBeNull();
});

it("stays at the first place when going back", () => {
  startTour();
  previousPlace();
  expect(useTour.getState().at).toBe(0);
});

it("cannot be started without a novel", () => {
  useDesk.setState({ project: null });
  expect(commands[0]?.enabled?.()).toBe(false);
});

it("moves by its buttons, shows its progress, and ends after the last place", async () => {
  await show(<TourCard />);
  expect(card()).toBeNull();
  startTour();
  await screen.findByText(en.places.binder.title);
  screen.getByText("1 of 8");
  expect(button(en.back)).toHaveProperty("disabled", true);
  fireEvent.click(button(en.next));
  await screen.findByText(en.places.versions.title);
  fireEvent.click(button(en.back));
  await screen.findByText(en.places.binder.title);
  for (const { name } of PLACES.slice(1)) {
    fireEvent.click(button(en.next));
    await screen.findByText(en.places[name].text);
  }
  fireEvent.click(button(en.done));
  await waitFor(() => expect(card()).toBeNull());
});

it("handles its keys, and leaves keys with Ctrl to the window", async () => {
  await show(<TourCard />);
  startTour();
  const next = await screen.findByRole("button", { name: en.next });
  await waitFor(() => expect(document.activeElement).toBe(next));
  fireEvent.keyDown(next, { key: "ArrowRight" });
  await screen.findByText(en.places.versions.title);
  fireEvent.keyDown(next, { key: "ArrowLeft" });
  await screen.findByText(en.places.binder.title);
  fireEvent.keyDown(next, { key: "ArrowRight", ctrlKey: true });
  expect(useTour.getState().at).toBe(0);
  fireEvent.keyDown(next, { key: "Escape" });
  await waitFor(() => expect(card()).toBeNull());
});

it("ignores keys pressed in the text, and does not take its focus", async () => {
  await show(
    <>
      <textarea aria-label="text" />
      <TourCard />
    </>,
  );
  startTour();
  await waitFor(() => expect(document.activeElement).toBe(button(en.next)));
  await new Promise((done) => setTimeout(done, 100));
  const text = screen.getByRole("textbox", { name: "text" });
  text.focus();
  for (const key of ["Escape", "ArrowRight", "Enter"]) {
    // `fireEvent` returns whether the default was not prevented.
    expect(fireEvent.keyDown(text, { key })).toBe(true);
  }
  expect(useTour.getState().at).toBe(0);
  nextPlace();
  await screen.findByText(en.places.versions.title);
  expect(document.activeElement).toBe(text);
});
