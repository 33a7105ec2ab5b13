// The kinds of entries: their order and the sign of each. Entities without an entry have a kind of their own.
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

/** In the order of lists and filters. */
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

/** The sign of a kind, of an entry or an entity. */
export function signOf(kind: string): LucideIcon {
  return SIGNS[kind as LoreKind] ?? BookOpen;
}

/** The kind of the entity that is made of an entry. */
export const ENTITY_KIND: Readonly<Record<LoreKind, EntityKind>> = {
  character: "character",
  location: "location",
  item: "item",
  organization: "organization",
  concept: "item",
  rule: "item",
  event: "event",
};
