import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { useDesk } from "@/desk/desk";
import { type Asked, chooseFakeHost } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { SpellingDictionaries } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { dictionaries, NO_DICTIONARY, SCANNED } from "./sample";
import { SpellingDialog } from "./spelling-dialog";
import { en } from "./words";

beforeAll(() => startI18n("en"));
afterEach(cleanup);

let requests: Asked[] = [];

function open(found: SpellingDictionaries): void {
  answers.clear();
  let words = ["thrumbly"];
  requests = chooseFakeHost({
    "spelling.dictionaries": () => found,
    "spelling.words": () => ({ words }),
    "spelling.scan": () => SCANNED,
    "spelling.add": ({ word }) => {
      words = [...words, word];
      return { words };
    },
    "spelling.remove": ({ word }) => {
      words = words.filter((one) => one !== word);
      return { words };
    },
  });
  useDesk.setState({ project: sampleProject({ language: "en" }), dialog: { name: "spelling" } });
  render(
    <QueryClientProvider client={answers}>
      <SpellingDialog />
    </QueryClientProvider>,
    { wrapper: UiProviders },
  );
}

const acts = () => requests.filter(({ name }) => name === "spelling.add" || name === "spelling.remove");

it("shows the dictionary in use, and adds and removes the novel's own words", async () => {
  open(dictionaries());
  await screen.findByText("System default (American English)");
  await screen.findByText("thrumbly");
  const field = screen.getByRole("textbox", { name: en.words.label });
  fireEvent.change(field, { target: { value: "Sprogg" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(acts()).toEqual([{ name: "spelling.add", request: { word: "Sprogg" } }]));
  fireEvent.click(screen.getByRole("button", { name: /thrumbly/ }));
  await waitFor(() =>
    expect(acts().at(-1)).toEqual({ name: "spelling.remove", request: { word: "thrumbly" } }),
  );
});

it("says what to install without a dictionary, and what is wrong with a damaged one", async () => {
  open(NO_DICTIONARY);
  await screen.findByText(en.none.title);
  await screen.findByText(/hunspell-en-us.*\/home\/ayuan\/\.config\/wenfang\/dictionaries/);
  cleanup();
  open(dictionaries({ state: "unusable", trouble: "a part of it is missing" }));
  expect((await screen.findByRole("alert")).textContent).toContain("a part of it is missing");
});

it("lists the misspelt words of the book on request, with links and adding", async () => {
  open(dictionaries());
  fireEvent.click(await screen.findByRole("button", { name: en.book.look }));
  await screen.findByText("2 words in 13 places");
  fireEvent.click(screen.getByRole("button", { name: "Add “thrumbling” to the novel's dictionary" }));
  await waitFor(() => expect(acts()).toEqual([{ name: "spelling.add", request: { word: "thrumbling" } }]));
  fireEvent.click(screen.getByRole("button", { name: /^recieved/ }));
  expect([useDesk.getState().scene, useDesk.getState().dialog]).toEqual([1, null]);
});
