// Names of places: the title of the text, and which of its fields it is unless it is manuscript text.
import { useTranslation } from "react-i18next";
import type { SearchPlace } from "@/ipc/types";

export interface PlaceWords {
  title: string;
  /** The field; null for manuscript text. */
  of: string | null;
  secret: boolean;
}

/** Returns the names of places. */
export function usePlaceWords(): (place: SearchPlace) => PlaceWords {
  const { t, i18n } = useTranslation("search");
  const titled = (title: string) => title.trim() || t("places.untitled");
  const inBook = (at: { chapter: number | null; chapter_title: string }, title: string) => {
    const chapter = at.chapter === null ? t("places.bin") : titled(at.chapter_title);
    return title.trim() === "" ? chapter : t("places.scene", { chapter, scene: title.trim() });
  };
  return (place) => {
    const plain = { of: null, secret: false };
    switch (place.of) {
      case "scene":
        return { ...plain, title: inBook(place.at, place.title) };
      case "scene_synopsis":
        return { ...plain, title: inBook(place.at, place.title), of: t("places.scene_synopsis") };
      case "volume":
        return { ...plain, title: place.title.trim() || t("places.volumeNameless"), of: t("places.volume") };
      case "lore":
        return { title: titled(place.title), of: t("places.lore"), secret: place.secret };
      case "bible": {
        const standard = `bible:fields.${place.title}`;
        return { ...plain, title: i18n.exists(standard) ? t(standard) : place.title, of: t("places.bible") };
      }
      default:
        return { ...plain, title: titled(place.title), of: t(`places.${place.of}`) };
    }
  };
}
