/** Light or dark: the system's setting until the reader chooses. */

import { element, icon } from "./dom";
import { icons } from "./icons";

const key = "shoal-theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");

/** Pages opened from a file may have no storage. */
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
    /* then the choice lasts only while the page is open */
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
