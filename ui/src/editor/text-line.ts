// Lines under and through words. WebKit accepts style, thickness and colour of such a line only as separate properties:
// it drops a `text-decoration` shorthand that sets them all.

interface TextLine {
  line?: "underline" | "line-through";
  style?: string;
  thickness: string;
  color: string;
}

/** A text decoration line, as properties of a theme. */
export function textLine({ line = "underline", style = "solid", thickness, color }: TextLine) {
  return {
    textDecorationLine: line,
    textDecorationStyle: style,
    textDecorationThickness: thickness,
    textDecorationColor: color,
  };
}
