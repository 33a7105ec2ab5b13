// Test helper: renders with the components' Chinese words and the providers they need.
import { cleanup, render } from "@testing-library/react";
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
