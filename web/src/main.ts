import "./style.css";
import { dataOf } from "./data/read";
import { drawForPrint } from "./draw/paper";
import { packedEngine } from "./playground/engine";
import { Playground } from "./playground/playground";
import { h } from "./ui/dom";
import { Page } from "./ui/page";
import { Themes } from "./ui/theme";

const root = document.getElementById("page")!;

/** The page with its data, or the playground with its engine. */
async function start(): Promise<HTMLElement> {
  const [data, themes] = [dataOf(document), new Themes()];
  if (data !== null) {
    document.title = `${data.title} · Wormcast`;
    return new Page(data, themes).element;
  }
  const engine = await packedEngine(document);
  if (engine === null) throw new Error("this page has no data: `wormcast simulate … --html FILE` writes one that has");
  return (await Playground.open(engine, themes)).element;
}

start()
  .catch((error: unknown) => h("main", {}, h("p", { role: "alert" }, error instanceof Error ? error.message : String(error))))
  .then((element) => root.replaceChildren(element))
  // At once, too: a print that nobody asked the page about, such as that of a browser without a window, has its pictures.
  .then(() => drawForPrint());
addEventListener("beforeprint", drawForPrint);
