// The place of a result, in one line.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import type { SearchPlace } from "@/ipc/types";
import { usePlaceWords } from "./places";

export function PlaceLine({ place }: { place: SearchPlace }) {
  const { t } = useTranslation("search");
  const { title, of, secret } = usePlaceWords()(place);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-subtle">
      <span className="min-w-0 truncate">{title}</span>
      {of !== null && <Badge>{of}</Badge>}
      {secret && <Badge tone="warning">{t("places.secret")}</Badge>}
    </span>
  );
}
