// Lines under and through words. WebKit takes style, thickness and colour of such a line by their own properties alone: a
// `text-decoration` that names them all is dropped there, and nothing is drawn.

interface TextLine {
  line?: "underline" | "line-through";
  style?: string;
  thickness: string;
  color: string;
}

/** A line on words, as properties of a theme. */
export function textLine({ line = "underline", style = "solid", thickness, color }: TextLine) {
  return {
    textDecorationLine: line,
    textDecorationStyle: style,
    textDecorationThickness: thickness,
    textDecorationColor: color,
  };
}
