import { expect, it } from "vitest";
import { asTold, eventsInOrder, lanesOf, namesOf, refsOf, scenesOf, titlesOf } from "./content";
import { eventView, sampleAnswer } from "./sample-answer";

const say = (zh: string) => zh;

it("events are in story order or telling order, untold ones last", () => {
  const timeline = sampleAnswer(say);
  expect(eventsInOrder(timeline, "story").map(({ id }) => id)).toEqual(
    timeline.events.map(({ id }) => String(id)),
  );
  const inTellingOrder = eventsInOrder(timeline, "telling");
  const places = inTellingOrder.map(({ told: place }) => place);
  const known = places.filter((place) => place !== null);
  expect(known).toEqual(known.map((_, at) => at + 1));
  expect(places.indexOf(null)).toBe(known.length);
  expect(inTellingOrder.at(-1)?.chapter).toBeNull();
});

it("events say what determines their place, and whether they are told in order", () => {
  const [event] = eventsInOrder(
    {
      events: [eventView(1, "x", { placed_by: "telling", telling: "flashback", rank: 4 })],
      participants: [],
      cycle: [],
    },
    "story",
  );
  expect(event).toMatchObject({ placed: "told", displaced: "flashback", told: 1 });
});

it("events told in one scene keep story order", () => {
  const events = [
    eventView(3, "b", { rank: 1 }),
    eventView(1, "a", { rank: 1 }),
    eventView(2, "c", { rank: 0 }),
  ];
  expect(asTold(events).map(({ id }) => id)).toEqual([2, 3, 1]);
});

it("lanes are the participants", () => {
  const timeline = sampleAnswer(say);
  expect(lanesOf(timeline)[0]).toEqual({ id: "1", name: "林渡川" });
  expect(titlesOf({ ...timeline, cycle: [4, 5] })).toEqual(
    [4, 5].map((id) => timeline.events.find((event) => event.id === id)?.title),
  );
});

it("people are sent by id if known, by name if new, and none is lost", () => {
  const known = new Map([
    [1, "林渡川"],
    [2, "许青禾"],
  ]);
  expect(namesOf([1, 9, 2], known)).toEqual({ names: ["林渡川", "许青禾"], nameless: [9] });
  expect(refsOf(["许青禾", "新来的"], known, [9])).toEqual([{ id: 2 }, { name: "新来的" }, { id: 9 }]);
});

it("scenes that are alone in their chapter need no number", () => {
  const scene = (id: number, title = "") => ({ id, title }) as never;
  const chapter = (title: string, scenes: never[]) => ({ title, scenes }) as never;
  const outline = {
    volumes: [{ chapters: [chapter("一", [scene(1)]), chapter("二", [scene(2), scene(3, "夜")])] } as never],
  };
  expect(scenesOf(outline).map(({ scene: id, n, title }) => [id, n, title])).toEqual([
    [1, null, ""],
    [2, 1, ""],
    [3, 2, "夜"],
  ]);
});
