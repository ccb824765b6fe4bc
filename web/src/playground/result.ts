/** What is known about a plan at once: cost, judgement, proof, and how to get it elsewhere. */

import type { Cost, Plan, Proof } from "../data/documents";
import { button, fill, h, section } from "../ui/dom";
import { download } from "../ui/download";
import { type State, command, simulateCommand } from "./state";

/** What `check --format json` says of a plan. */
export interface Report {
  valid: boolean;
  faults: { message: string }[];
}

export class Result {
  readonly element: HTMLElement;
  private readonly cost = h("p", {});
  private readonly judged = h("p", {});
  private readonly proved = h("div", { role: "status" });
  private readonly words = h("code", { class: "copy" });
  private readonly error = h("p", { role: "alert", class: "alarm" });
  private plan: Plan | null = null;
  private readonly save: HTMLButtonElement;

  constructor() {
    this.save = button("Save plan.json", () => this.plan !== null && download("plan.json", JSON.stringify(this.plan, null, 1)));
    this.element = section(
      "The plan", this.error, this.cost, this.judged, this.proved,
      h("details", { open: true }, h("summary", {}, "The same on the command line"), this.words),
      h("div", { class: "row" }, button("Copy the command", () => void navigator.clipboard?.writeText(this.words.textContent ?? "")), this.save),
    );
  }

  showPlan(state: State, plan: Plan, cost: Cost, report: Report, milliseconds: number): void {
    this.plan = plan;
    this.save.disabled = false;
    this.error.textContent = "";
    fill(this.cost, h("strong", {}, `${cost.channels} channels`), `, longest path ${cost.longest_path}, ${cost.rounds} rounds, ${cost.worms} worms. `, h("span", { class: "note" }, `Planned, judged and run in ${milliseconds.toFixed(0)} ms.`));
    fill(this.judged, report.valid ? h("strong", { class: "good" }, "✓ Valid") : h("strong", { class: "alarm" }, "✕ Not valid"), " says the judge, which knows no scheme.");
    this.words.textContent = `${command(state)}\n${simulateCommand(state)}`;
  }

  showError(message: string): void {
    this.plan = null;
    this.save.disabled = true;
    this.error.textContent = message;
    fill(this.cost);
    fill(this.judged);
    fill(this.proved);
  }

  showProving(cancel: () => void): void {
    fill(this.proved, "Proving … ", button("Cancel", cancel));
  }

  showProof(scheme: string, proof: Proof, play: () => void): void {
    const words = {
      "deadlock-free": [h("strong", { class: "good" }, "✓ Free of deadlock"), `: any number of multicasts by ${scheme}, with messages and buffers of every length, never block each other for good.`],
      deadlock: [h("strong", { class: "alarm" }, "✕ Can deadlock"), `: multicasts by ${scheme} can block each other for good. `, proof.counterexample?.plans === undefined ? "" : button("Show such a deadlock", play)],
      unknown: [h("strong", {}, "? Not known"), ` whether multicasts by ${scheme} can block each other for good${proof.reason === undefined ? "" : `: ${proof.reason}`}.`],
    };
    fill(this.proved, h("p", {}, ...words[proof.answer]));
  }

  showUnproved(why: string): void {
    fill(this.proved, h("p", { class: "note" }, why));
  }
}
