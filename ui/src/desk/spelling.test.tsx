import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Asked, chooseFakeHost } from "@/ipc/fake-host";
import { forget } from "@/ipc/queries";
import { DEFAULT_SETTINGS, type SpellingState } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { useDesk } from "./desk";
import { ignoreSpelling, useSpelling } from "./spelling";

let requests: Asked[] = [];

function answering(state: SpellingState): void {
  requests = chooseFakeHost({
    "spelling.check": ({ pieces }) => ({ state, pieces: pieces.map(() => [{ start: 2, end: 6 }]) }),
  });
}

const current = () => renderHook(() => useSpelling()).result;

beforeEach(() => {
  answering("ready");
  useDesk.setState({ settings: DEFAULT_SETTINGS, project: sampleProject({ language: "en", path: "novel" }) });
});
afterEach(() => {
  cleanup();
  useDesk.setState({ project: null });
});

it("a paragraph is checked once, until the novel's words change", async () => {
  const spelling = current();
  await spelling.current?.check(["𝄞 fizz", "a fizz"]);
  expect(spelling.current?.misspelt("𝄞 fizz")).toEqual([{ from: 3, to: 7 }]);
  await spelling.current?.check(["𝄞 fizz", "b fizz"]);
  expect(requests.map(({ request }) => request)).toEqual([
    { pieces: ["𝄞 fizz", "a fizz"] },
    { pieces: ["b fizz"] },
  ]);
  act(() => forget(["texts"]));
  expect(spelling.current?.misspelt("a fizz")).toHaveLength(1);
  act(() => forget(["spelling"]));
  expect(spelling.current?.misspelt("a fizz")).toBeUndefined();
});

it("an ignored word stays unmarked until another novel is opened", async () => {
  const spelling = current();
  act(() => ignoreSpelling("fizz"));
  await spelling.current?.check(["a fizz"]);
  expect(spelling.current?.misspelt("a fizz")).toEqual([]);
  act(() => useDesk.setState({ project: sampleProject({ language: "en", path: "other" }) }));
  await spelling.current?.check(["a fizz"]);
  expect(spelling.current?.misspelt("a fizz")).toHaveLength(1);
});

it("no request is made where nothing can be checked", async () => {
  answering("no_dictionary");
  const spelling = current();
  await spelling.current?.check(["a fizz"]);
  await spelling.current?.check(["b fizz"]);
  expect(requests).toHaveLength(1);
  expect(spelling.current?.misspelt("b fizz")).toEqual([]);
  act(() => useDesk.setState({ project: sampleProject({ language: "zh", path: "novel" }) }));
  expect(spelling.current).toBeNull();
  act(() =>
    useDesk.setState({
      project: sampleProject({ language: "en" }),
      settings: { ...DEFAULT_SETTINGS, spelling: false },
    }),
  );
  expect(spelling.current).toBeNull();
});
