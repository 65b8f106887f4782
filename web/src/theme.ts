/** Light or dark: as the system says, until the reader says otherwise. */

import { element, icon } from "./dom";
import { icons } from "./icons";

const key = "shoal-theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");

/** Pages from a file may have no storage at all. */
function remembered(): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    window.localStorage.setItem(key, theme);
  } catch {
    /* then it holds for this page only */
  }
}

export function themeButton(): HTMLButtonElement {
  const button = element("button", { type: "button", class: "theme", title: "Light or dark" }, icon(icons.theme));
  let chosen = remembered();
  const apply = (): void => {
    const theme = chosen === "dark" || chosen === "light" ? chosen : system.matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-label", theme === "dark" ? "Switch to light colours" : "Switch to dark colours");
  };
  apply();
  system.addEventListener("change", apply);
  button.addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    remember(chosen);
    apply();
  });
  return button;
}
