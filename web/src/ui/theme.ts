/** Dark or light: as the system says, until the reader says otherwise. */

import { DARK, LIGHT, type Theme } from "../draw/palette";
import { button } from "./dom";

export class Themes {
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private chosen: boolean | undefined;
  private readonly listeners: ((theme: Theme) => void)[] = [];

  constructor() {
    this.system.addEventListener("change", () => this.tell());
    matchMedia("print").addEventListener("change", () => this.tell());
    this.tell();
  }

  get now(): Theme {
    if (matchMedia("print").matches) return LIGHT;
    return (this.chosen ?? this.system.matches) ? DARK : LIGHT;
  }

  onChange(listener: (theme: Theme) => void): void {
    this.listeners.push(listener);
  }

  /** The button that changes it. */
  button(): HTMLButtonElement {
    const label = () => (this.now.isDark ? "Light" : "Dark");
    const toggle = button(label(), () => {
      this.chosen = !this.now.isDark;
      this.tell();
    });
    this.onChange(() => (toggle.textContent = label()));
    return toggle;
  }

  private tell(): void {
    document.documentElement.dataset.theme = this.now.isDark ? "dark" : "light";
    this.listeners.forEach((listener) => listener(this.now));
  }
}
