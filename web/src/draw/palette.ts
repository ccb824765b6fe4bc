/** The colours of the pictures, and what takes their place on a dark ground. */

/** Okabe and Ito (2008), for colour-blind readers; the same as in the SVG pictures. */
export const COLOURS = [
  "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#882255", "#999933", "#332288", "#aa4499", "#7b4a12",
] as const;

/** Dashes and gaps in widths of the line; the same as in the SVG pictures. */
export const DASHES = [[], [4.0, 1.6], [1.2, 1.2], [6.0, 1.4, 1.2, 1.4], [9.0, 2.0]] as const;

/** From idle to busy; the same as in the SVG pictures. */
export const HEAT = [
  "#fce2a4", "#fcd388", "#fcc26b", "#fcb14f", "#fc9f32", "#fb8c10", "#f57a02", "#ef6903", "#e95505", "#e33d0a",
  "#d7291f", "#ca122c", "#ba0037", "#a7023e", "#950042", "#830044", "#710143", "#600040", "#50013c", "#3f0535",
  "#2e062c",
] as const;

/** What everything but worms is drawn in. */
export interface Theme {
  isDark: boolean;
  paper: string;
  ink: string;
  grey: string;
  faint: string;
  pale: string;
  shades: readonly string[];
  rowTree: string;
  columnTree: string;
  alarm: string;
}

export const LIGHT: Theme = {
  isDark: false,
  paper: "#ffffff",
  ink: "#1f2328",
  grey: "#57606a",
  faint: "#8b949e",
  pale: "#a9b1ba",
  shades: ["#f5f7f9", "#eaeef2", "#dfe5eb", "#d4dce4"],
  rowTree: "#5f8fc9",
  columnTree: "#e6c28f",
  alarm: "#b3261e",
};

export const DARK: Theme = {
  isDark: true,
  paper: "#14181d",
  ink: "#e6edf3",
  grey: "#a9b4bf",
  faint: "#77828e",
  pale: "#47515c",
  shades: ["#191e24", "#1f252c", "#262d35", "#2d353f"],
  rowTree: "#3f5f86",
  columnTree: "#7d6140",
  alarm: "#ff8a80",
};

/** On a dark ground these are lighter, so that each can be told from it. */
const ON_DARK: Record<string, string> = {
  "#0072b2": "#4aa8e0", "#d55e00": "#f07f2e", "#009e73": "#27c298", "#000000": "#f0f3f6", "#882255": "#d0698f", "#999933": "#bcbc55",
  "#332288": "#8f80e6", "#aa4499": "#d57fc7", "#7b4a12": "#bd8a4a",
};

export function wormColour(worm: number, theme: Theme): string {
  const colour = COLOURS[worm % COLOURS.length]!;
  return theme.isDark ? (ON_DARK[colour] ?? colour) : colour;
}

export function wormDash(worm: number): readonly number[] {
  return DASHES[worm % DASHES.length]!;
}

/** The colour of a text on a worm's colour. */
export function textOn(worm: number, theme: Theme): string {
  const colour = COLOURS[worm % COLOURS.length]!;
  if (theme.isDark) return "#0b0e11";
  return ["#cc79a7", "#e69f00", "#56b4e9", "#999933"].includes(colour) ? "#1f2328" : "#ffffff";
}
