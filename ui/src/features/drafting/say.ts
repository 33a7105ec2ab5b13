// Translations outside of components.
import i18next from "i18next";

export function say(key: string, values: Record<string, unknown> = {}): string {
  return i18next.t(`drafting:${key}`, values);
}
