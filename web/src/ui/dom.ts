/** Elements in one call. Texts are texts: nothing from a file is ever read as HTML. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  fill(element, ...children);
  return element;
}

/** Puts these in the place of all that was in an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
}

/** A part of the page under a heading. */
export function section(title: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "panel" }, h("h2", {}, title), ...children);
}

/** A table with a caption for those who do not see it. */
export function table(caption: string, head: string[], rows: (string | Node)[][], numbers: number[] = []): HTMLElement {
  const kind = (column: number) => (numbers.includes(column) ? "number" : undefined);
  const cell = (content: string | Node, column: number) => h("td", { class: kind(column) }, content);
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, ...head.map((title, column) => h("th", { scope: "col", class: kind(column) }, title)))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell)))),
    ),
  );
}

export function button(label: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click: action, ...attributes }, label);
}

/** Whether a button can be pressed; if not, who was on it is taken to another one. */
export function enable(button: HTMLButtonElement, isOn: boolean, other: HTMLButtonElement): void {
  if (button.disabled !== isOn) return;
  const hadFocus = document.activeElement === button;
  button.disabled = !isOn;
  if (hadFocus && !isOn) {
    other.disabled = false;
    other.focus();
  }
}
