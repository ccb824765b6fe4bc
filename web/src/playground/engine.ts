/** The engine as the page sees it: questions and answers, and an end to what takes too long. */

import EngineWorker from "./worker?worker&inline";

/** The engine that is packed into the page, unpacked; none in pages that have only data. */
export async function packedEngine(document: Document): Promise<WebAssembly.Module | null> {
  const text = document.getElementById("engine")?.textContent?.trim() ?? "";
  if (text === "") return null;
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** An answer was not wanted any more. */
export class Cancelled extends Error {}

interface Waiting {
  done: (answer: unknown) => void;
  failed: (error: Error) => void;
}

export class Engine {
  private readonly module: WebAssembly.Module;
  private worker: Worker;
  private next = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(module: WebAssembly.Module) {
    this.module = module;
    this.worker = this.start();
  }

  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  /** The answer to a question; fails with the engine's message, or as cancelled. */
  ask<T>(request: object): Promise<T> {
    const id = this.next++;
    this.worker.postMessage({ id, request: JSON.stringify(request) });
    return new Promise((done, failed) => this.waiting.set(id, { done: (answer) => done(answer as T), failed }));
  }

  /** Ends all that is being computed. */
  cancel(): void {
    if (!this.isBusy) return;
    this.restart(new Cancelled("ended"));
  }

  private start(): Worker {
    const worker = new EngineWorker();
    worker.postMessage({ module: this.module });
    worker.addEventListener("message", ({ data }) => this.hear(data));
    return worker;
  }

  private restart(reason: Error): void {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.worker = this.start();
    waiting.forEach(({ failed }) => failed(reason));
  }

  private hear(data: { id: number; answer?: string; stopped?: string }): void {
    const waiting = this.waiting.get(data.id);
    if (waiting === undefined) return;
    if (data.answer === undefined) {
      this.restart(new Error(`the engine stopped: ${data.stopped}`));
      return;
    }
    this.waiting.delete(data.id);
    const answer = JSON.parse(data.answer) as { error?: string };
    if (answer.error === undefined) waiting.done(answer);
    else waiting.failed(new Error(answer.error));
  }
}
