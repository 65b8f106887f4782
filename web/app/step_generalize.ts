/** Generalize: per quasi-identifier how its values become coarser, and how far they may. */

import { element } from "../src/dom";
import { label } from "../src/text";
import { hierarchyEditor } from "./hierarchy_editor";
import { goTo, type Step } from "./step";
import { columnsWith, listen, now } from "./store";
import { button, notice, redraw } from "./widgets";

/** The column that was last looked at. */
let column: string | null = null;

export const generalizeStep: Step = {
  id: "generalize",
  name: "Generalize",
  sentence: "For each quasi-identifier: the groups that its values may become, and how coarse they may get.",
  show(host) {
    const list = element("div", { class: "tabs", role: "tablist", "aria-label": "Quasi-identifiers", "aria-orientation": "vertical" });
    const panel = element("div", { class: "tab-panel", role: "tabpanel", id: "hierarchy-panel", tabindex: -1 });
    let close = (): void => undefined;
    let shown: string | null = null;
    let listed = "";

    const showColumn = (name: string): void => {
      if (shown === name) return;
      close();
      column = shown = name;
      panel.setAttribute("aria-label", `Hierarchy of ${label(name, 60)}`);
      const editor = hierarchyEditor(name);
      panel.replaceChildren(editor.root);
      close = editor.close;
    };

    const pick = (name: string, focus: boolean): void => {
      showColumn(name);
      for (const tab of list.querySelectorAll<HTMLElement>("[role=tab]")) {
        const on = tab.dataset.column === name;
        tab.setAttribute("aria-selected", String(on));
        tab.tabIndex = on ? 0 : -1;
        if (on && focus) tab.focus();
      }
    };

    const draw = (): void => {
      const names = columnsWith("quasi");
      const key = JSON.stringify(names);
      if (key === listed) return;
      listed = key;
      if (names.length === 0) {
        close();
        shown = null;
        redraw(list);
        redraw(panel, notice("warn", "No column is a quasi-identifier yet. ", button("Choose roles", () => goTo("understand"), { kind: "quiet" })));
        return;
      }
      redraw(
        list,
        ...names.map((name) => {
          const tab = element("button", { type: "button", role: "tab", "aria-controls": "hierarchy-panel", "data-column": name, "data-focus": name }, element("bdi", {}, label(name, 40)));
          tab.addEventListener("click", () => pick(name, false));
          return tab;
        }),
      );
      pick(column !== null && names.includes(column) ? column : (names[0] as string), false);
    };

    list.addEventListener("keydown", (event) => {
      const names = columnsWith("quasi");
      const at = names.indexOf(column ?? "");
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      const next = step === undefined ? (event.key === "Home" ? 0 : event.key === "End" ? names.length - 1 : -1) : (at + step + names.length) % names.length;
      const name = names[next];
      if (name === undefined) return;
      event.preventDefault();
      pick(name, true);
    });

    host.append(element("div", { class: "generalize-two" }, list, panel));
    draw();
    const end = listen(["plan"], () => now().plan && draw());
    return () => {
      end();
      close();
    };
  },
};
