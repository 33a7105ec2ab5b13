// Chooses the kind of the listed entities.
import { useTranslation } from "react-i18next";
import { Select } from "@/components/select";
import { KINDS } from "./kinds";
import type { EntityKind } from "./view-model";

interface KindFilterProps {
  value: EntityKind | "all";
  onChange: (kind: EntityKind | "all") => void;
  className: string;
}

export function KindFilter({ value, onChange, className }: KindFilterProps) {
  const { t } = useTranslation("graph");
  return (
    <Select<EntityKind | "all">
      label={t("table.kind")}
      hideLabel
      size="sm"
      options={[
        { value: "all", label: t("table.everyKind") },
        ...KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
      ]}
      {...{ value, onChange, className }}
    />
  );
}
