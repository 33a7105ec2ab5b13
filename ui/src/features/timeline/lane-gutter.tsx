// The lanes beside one event: a line for every active lane, a dot for participants.
import { memo } from "react";
import { cx } from "@/components/class-names";
import { type Dots, LANE, rem, type Span } from "./lanes";

export interface LaneGutterProps {
  at: number;
  height: number;
  spans: readonly (Span | null)[];
  dots: Dots;
  selected: boolean;
  /** Its place is not determined by its time. */
  hollow: boolean;
}

/** The width of all lanes, px. */
export const gutterWidth = (lanes: number) => lanes * LANE + 8;

const middle = (column: number) => column * LANE + LANE / 2 + 4;

export const LaneGutter = memo(function LaneGutter(props: LaneGutterProps) {
  const { at, height, spans, dots, selected, hollow } = props;
  const width = gutterWidth(spans.length);
  const centre = height / 2;
  const [first, last] = [dots.columns[0], dots.columns.at(-1)];
  const ink = selected ? "stroke-accent" : "stroke-faint";
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ width: rem(width) }}
      className="h-full shrink-0"
    >
      {spans.map((span, column) => {
        if (span === null || at < span.first || at > span.last || span.first === span.last) return null;
        return (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its index
            key={column}
            x1={middle(column)}
            x2={middle(column)}
            y1={at === span.first ? centre : 0}
            y2={at === span.last ? centre : height}
            className="stroke-line-strong/55"
          />
        );
      })}
      {first !== undefined && last !== undefined && last > first && (
        <line
          x1={middle(first)}
          x2={middle(last)}
          y1={centre}
          y2={centre}
          strokeWidth={1.5}
          className={ink}
        />
      )}
      {dots.columns.map((column) => (
        <circle
          key={column}
          cx={middle(column)}
          cy={centre}
          r={hollow ? 3.75 : 4.25}
          strokeWidth={1.5}
          className={cx(
            ink,
            hollow
              ? selected
                ? "fill-surface-selected"
                : "fill-page"
              : selected
                ? "fill-accent"
                : "fill-faint",
          )}
        />
      ))}
    </svg>
  );
});
