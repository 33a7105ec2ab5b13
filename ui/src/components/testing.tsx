// Test helpers: rendering with the components' Chinese words and the providers they need; keys of a field with
// suggestions.
import { cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import i18next from "i18next";
import type { ReactElement } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach } from "vitest";
import { UiProviders } from "./ui-providers";
import { en, zh } from "./words";

afterEach(cleanup);

export async function show(element: ReactElement) {
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: "zh",
      interpolation: { escapeValue: false },
      resources: { zh: { components: zh }, en: { components: en } },
    });
  }
  return render(element, { wrapper: UiProviders });
}

/** Highlights a suggestion of a field by an arrow key, and returns its text. A list that just opened ignores keys. */
export async function highlight(field: HTMLElement): Promise<string> {
  return await waitFor(() => {
    const idOf = () => field.getAttribute("aria-activedescendant");
    if (idOf() === null) fireEvent.keyDown(field, { key: "ArrowDown" });
    const words = document.getElementById(idOf() ?? "")?.textContent;
    if (words == null) throw new Error("nothing is highlighted");
    return words;
  });
}
