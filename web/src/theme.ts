/** Light or dark: as the system says, until the reader says otherwise. */

import { element, icon } from "./dom";
import { icons } from "./icons";

const name = "shoal-theme";

/** Pages from a file may have no storage at all. */
function remembered(): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    window.localStorage.setItem(name, theme);
  } catch {
    /* then it holds for this page only */
  }
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
}

export function themeButton(): HTMLButtonElement {
  const theme = remembered();
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  const button = element("button", { type: "button", class: "theme", title: "Light or dark" }, icon(icons.theme));
  const describe = () => button.setAttribute("aria-label", isDark() ? "Switch to light colours" : "Switch to dark colours");
  describe();
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", describe);
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    remember(next);
    describe();
  });
  return button;
}
