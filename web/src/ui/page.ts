/** A page with its data inside: a header, the player, and what is told beside it. */

import type { PageDocument } from "../data/documents";
import { Network } from "../data/network";
import { Still } from "../draw/still";
import { fill, h } from "./dom";
import { RunView } from "./run-view";
import type { Themes } from "./theme";

export class Page {
  readonly element: HTMLElement;
  private readonly data: PageDocument;
  private readonly network: Network;
  private readonly still: Still;
  private readonly themes: Themes;
  private readonly main = h("main", {});
  private view: RunView | null = null;

  constructor(data: PageDocument, themes: Themes) {
    this.data = data;
    this.themes = themes;
    this.network = new Network(data.drawing);
    this.still = new Still(this.network);
    this.element = h("div", { class: "page" }, this.header(), this.main, footer(data));
    if (data.runs.length > 0) this.show([0]);
    document.addEventListener("keydown", (event) => this.view?.player.key(event));
  }

  private header(): HTMLElement {
    const { title, drawing } = this.data;
    return h("header", {}, h("h1", {}, title), h("p", {}, `${drawing.network} · ${drawing.size}`), this.themes.button());
  }

  /** Shows these runs beside each other. */
  private show(shown: number[]): void {
    this.view?.player.clock.pause();
    this.view = new RunView(this.data, this.network, this.still, shown, this.themes, (chosen) => {
      this.show(chosen);
      this.view?.player.clock.play();
    });
    fill(this.main, this.view.player.element, this.view.panels);
  }
}

export const KEYS = "Keys: space plays and pauses, comma and full stop go from event to event; on the picture arrows pan, plus and minus zoom, 0 shows all.";

function footer({ command, wormcast }: PageDocument): HTMLElement {
  const written = command === undefined ? null : h("p", {}, "Written by ", h("code", {}, command));
  return h("footer", {}, written, h("p", {}, `${KEYS} Wormcast ${wormcast}.`));
}
