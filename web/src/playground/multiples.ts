/** Schemes beside each other: the same multicast, a small picture each. */

import type { PageDocument } from "../data/documents";
import type { Network } from "../data/network";
import { Camera } from "../draw/camera";
import { Moving } from "../draw/moving";
import type { Still } from "../draw/still";
import { Replay } from "../time/replay";
import { button, h, section } from "../ui/dom";
import type { Themes } from "../ui/theme";
import { ns } from "../ui/words";

/** What `compare --format json` says of a scheme. */
export interface Compared {
  scheme: string;
  cost?: { channels: number; longest_path: number; rounds: number; worms: number };
  latency_ns?: number | null;
  proof?: "deadlock-free" | "deadlock" | "unknown";
  refused?: string;
}

export interface Comparison {
  schemes: Compared[];
  recommended?: { scheme: string };
}

const PROVED = { "deadlock-free": "✓ free of deadlock", deadlock: "✕ can deadlock", unknown: "? not known" };

/** A picture for each scheme; `choose` takes one over. */
export function multiples(comparison: Comparison, page: PageDocument, network: Network, still: Still, themes: Themes, choose: (scheme: string) => void): HTMLElement {
  const cards = comparison.schemes.map((compared) => {
    const run = page.runs.findIndex(({ name }) => name === compared.scheme);
    const best = comparison.recommended?.scheme === compared.scheme;
    const picture = run < 0 ? null : small(new Replay(network, page.runs[run]!, page.plans), still, themes, compared.scheme);
    const told = compared.cost === undefined
      ? h("p", { class: "note" }, compared.refused ?? "")
      : h("p", {}, `${compared.cost.channels} channels, longest path ${compared.cost.longest_path}, ${compared.latency_ns == null ? "never all" : ns(compared.latency_ns)}, ${compared.proof === undefined ? "not proved" : PROVED[compared.proof]}`);
    return h("li", {}, h("h3", {}, compared.scheme, best ? " ★ recommended" : ""), picture, told, run >= 0 && button("Take it", () => choose(compared.scheme), { "aria-label": `Take it: ${compared.scheme}` }));
  });
  return section("All schemes", h("ul", { class: "multiples" }, ...cards));
}

/** The worms of a run where each holds the most: a still picture. */
function small(replay: Replay, still: Still, themes: Themes, name: string): HTMLElement {
  const [width, height, ratio] = [220, 180, 2];
  const canvas = h("canvas", { width: width * ratio, height: height * ratio, role: "img", "aria-label": `The worms of ${name}` });
  const draw = () => {
    const context = canvas.getContext("2d")!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = themes.now.paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const camera = new Camera();
    camera.fit(still.box, width, height);
    still.draw(context, camera, themes.now);
    new Moving(replay, still.sizes).drawRoutes(context, camera, themes.now);
  };
  draw();
  themes.onChange(draw);
  return canvas;
}
