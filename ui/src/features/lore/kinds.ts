// The kinds of entries: their order and icons. Entities without an entry have their own kinds.
import {
  BookOpen,
  CalendarDays,
  Landmark,
  Lightbulb,
  type LucideIcon,
  MapPin,
  Package,
  Scale,
  Spline,
  UserRound,
} from "lucide-react";
import type { EntityKind, LoreKind } from "@/ipc/types";

/** The order in lists and filters. */
export const KINDS: readonly LoreKind[] = [
  "character",
  "location",
  "item",
  "organization",
  "concept",
  "rule",
  "event",
];

const SIGNS: Readonly<Record<LoreKind | EntityKind, LucideIcon>> = {
  character: UserRound,
  location: MapPin,
  item: Package,
  organization: Landmark,
  concept: Lightbulb,
  rule: Scale,
  event: CalendarDays,
  thread: Spline,
};

/** The icon of a kind, for an entry or an entity. */
export function signOf(kind: string): LucideIcon {
  return SIGNS[kind as LoreKind] ?? BookOpen;
}

/** The kind of entity created from an entry. */
export const ENTITY_KIND: Readonly<Record<LoreKind, EntityKind>> = {
  character: "character",
  location: "location",
  item: "item",
  organization: "organization",
  concept: "item",
  rule: "item",
  event: "event",
};
