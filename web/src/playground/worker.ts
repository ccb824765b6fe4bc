/** The engine in a thread of its own, which can be ended at any time. */

interface Exports {
  memory: WebAssembly.Memory;
  take(length: number): number;
  give(at: number, length: number): void;
  answer(at: number, length: number): bigint;
}

let engine: Exports | undefined;

/** Asks the engine: JSON in, JSON out. */
function ask({ memory, take, give, answer }: Exports, request: string): string {
  const bytes = new TextEncoder().encode(request);
  const at = take(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const place = answer(at, bytes.length);
  const [from, length] = [Number(place & 0xffffffffn), Number(place >> 32n)];
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, from, length));
  give(from, length);
  return text;
}

/** What the module asks its surroundings for, such as a clock, does nothing here: the page bounds its time by ending the worker. */
function nothing(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  return imports;
}

addEventListener("message", ({ data }: MessageEvent<{ module: WebAssembly.Module } | { id: number; request: string }>) => {
  if ("module" in data) {
    engine = new WebAssembly.Instance(data.module, nothing(data.module)).exports as unknown as Exports;
    return;
  }
  try {
    postMessage({ id: data.id, answer: ask(engine!, data.request) });
  } catch (error) {
    // The engine has stopped in the middle of something: its memory is not to be used again.
    postMessage({ id: data.id, stopped: String(error) });
  }
});
