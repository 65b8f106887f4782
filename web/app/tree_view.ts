/** The tree of a hierarchy: read and changed with the pointer or with the keyboard. */

import { element, icon } from "../src/dom";
import { icons } from "../src/icons";
import { count, label } from "../src/text";
import { canMove, type Tree, type TreeNode } from "./hierarchy_model";

/** Trees of so many values are open, others below their top are closed, until somebody says otherwise. */
const openUpTo = 60;
/** Children that exist at once below a group. */
const childrenAtOnce = 100;

export interface TreeView {
  root: HTMLElement;
  show(tree: Tree, troubled: Map<string, string>): void;
  selection(): TreeNode[];
  focusOn(key: string): void;
}

export interface TreeEvents {
  selected(nodes: TreeNode[]): void;
  rename(node: TreeNode, label: string): void;
  move(nodes: TreeNode[], target: TreeNode): void;
}

export function treeView(name: string, events: TreeEvents, editable: () => boolean): TreeView {
  const root = element("ul", { class: "tree", role: "tree", "aria-label": name, "aria-multiselectable": "true" });
  /** What was opened or closed by hand. */
  const turned = new Map<string, boolean>();
  const more = new Map<string, number>();
  let tree: Tree = { height: 0, roots: [], byKey: new Map() };
  let troubles = new Map<string, string>();
  let chosen = new Set<string>();
  let current = "";
  let dragged: TreeNode[] = [];

  const isOpen = (node: TreeNode): boolean => turned.get(node.key) ?? (node.parent === null || tree.roots.reduce((sum, one) => sum + one.values.length, 0) <= openUpTo);
  const selection = (): TreeNode[] => [...chosen].flatMap((key) => tree.byKey.get(key) ?? []);
  const items = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[role=treeitem]")];
  const nodeOf = (item: Element | null): TreeNode | null => tree.byKey.get((item as HTMLElement | null)?.dataset.key ?? "") ?? null;

  const tell = (): void => {
    for (const item of items()) {
      const on = chosen.has(item.dataset.key ?? "");
      item.setAttribute("aria-selected", String(on));
    }
    events.selected(selection());
  };

  const goTo = (item: HTMLElement | undefined): void => {
    if (!item) return;
    for (const one of items()) one.tabIndex = -1;
    item.tabIndex = 0;
    current = item.dataset.key ?? "";
    item.focus();
  };

  const toggle = (node: TreeNode, opened: boolean): void => {
    if (node.children.length === 0) return;
    turned.set(node.key, opened);
    draw();
    goTo(items().find((item) => item.dataset.key === node.key));
  };

  const select = (node: TreeNode, also: boolean): void => {
    if (!also) chosen = new Set(chosen.size === 1 && chosen.has(node.key) ? [] : [node.key]);
    else if (chosen.has(node.key)) chosen.delete(node.key);
    else {
      /* Only nodes of one level can go somewhere together. */
      chosen = new Set([...chosen].filter((key) => tree.byKey.get(key)?.level === node.level));
      chosen.add(node.key);
    }
    tell();
  };

  const edit = (item: HTMLElement, node: TreeNode): void => {
    if (node.level === 0 || !editable()) return;
    const shown = item.querySelector<HTMLElement>(":scope > .node .node-label");
    if (!shown) return;
    const input = element("input", { type: "text", class: "rename", "aria-label": `New name of ${label(node.label)}`, value: node.label });
    shown.replaceWith(input);
    input.focus();
    input.select();
    let over = false;
    const end = (keep: boolean): void => {
      if (over) return;
      over = true;
      const text = input.value.trim();
      input.replaceWith(shown);
      goTo(item);
      if (keep && text !== "" && text !== node.label) events.rename(node, text);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      else if (event.key === "Escape") end(false);
    });
    input.addEventListener("blur", () => end(true));
  };

  const drop = (item: HTMLElement, node: TreeNode): void => {
    const able = (): TreeNode[] => dragged.filter((one) => canMove(one, node));
    item.addEventListener("dragstart", (event) => {
      event.stopPropagation();
      dragged = chosen.has(node.key) ? selection() : [node];
      event.dataTransfer?.setData("text/plain", "");
      if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
      root.classList.add("dragging");
      for (const one of items()) {
        const target = nodeOf(one);
        one.classList.toggle("target", target !== null && dragged.some((each) => canMove(each, target)));
      }
    });
    item.addEventListener("dragend", () => {
      dragged = [];
      root.classList.remove("dragging");
      for (const one of items()) one.classList.remove("target", "over");
    });
    item.addEventListener("dragover", (event) => {
      if (able().length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      item.classList.add("over");
    });
    item.addEventListener("dragleave", () => item.classList.remove("over"));
    item.addEventListener("drop", (event) => {
      const nodes = able();
      if (nodes.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      dragged = [];
      events.move(nodes, node);
    });
  };

  const itemOf = (node: TreeNode): HTMLElement => {
    const opened = isOpen(node);
    const trouble = troubles.get(node.key);
    const parts = node.children.length;
    const line = element(
      "span",
      { class: "node" },
      element("i", { class: "twist", "aria-hidden": "true" }, parts > 0 ? (opened ? "▾" : "▸") : ""),
      element("bdi", { class: "node-label" }, label(node.label, 80) || "(empty)"),
      element("span", { class: "node-count" }, `${count(node.rows)}${node.level > 0 ? ` · ${count(node.values.length)} value${node.values.length === 1 ? "" : "s"}` : ""}`),
      trouble !== undefined && element("span", { class: "trouble" }, icon(icons.warn), trouble),
    );
    const item = element(
      "li",
      {
        role: "treeitem",
        "data-key": node.key,
        "data-focus": node.key,
        "aria-level": tree.height - node.level + 1,
        "aria-selected": String(chosen.has(node.key)),
        "aria-expanded": parts > 0 ? String(opened) : null,
        "aria-label": `${label(node.label, 80) || "empty"}, ${count(node.rows)} rows${trouble ? `, problem: ${trouble}` : ""}`,
        tabindex: -1,
        draggable: editable() && node.parent ? "true" : null,
      },
      line,
    );
    line.addEventListener("click", (event) => {
      if ((event.target as Element).closest(".twist") && parts > 0) return toggle(node, !opened);
      goTo(item);
      select(node, event.ctrlKey || event.metaKey || event.shiftKey);
    });
    line.addEventListener("dblclick", () => edit(item, node));
    drop(item, node);
    if (opened && parts > 0) item.append(element("ul", { role: "group" }, ...below(node)));
    return item;
  };

  const below = (node: TreeNode): HTMLElement[] => {
    const limit = more.get(node.key) ?? childrenAtOnce;
    const made = node.children.slice(0, limit).map(itemOf);
    if (node.children.length > limit) {
      const button = element("button", { type: "button", class: "button quiet" }, `Show more (${count(node.children.length - limit)})`);
      button.addEventListener("click", () => {
        more.set(node.key, limit + 400);
        draw();
      });
      made.push(element("li", { role: "none" }, button));
    }
    return made;
  };

  const draw = (): void => {
    const focused = root.contains(document.activeElement);
    root.replaceChildren(...tree.roots.map(itemOf));
    const all = items();
    const item = all.find((one) => one.dataset.key === current) ?? all[0];
    if (item) {
      item.tabIndex = 0;
      if (focused) item.focus({ preventScroll: true });
    }
  };

  root.addEventListener("keydown", (event) => {
    const item = (event.target as Element).closest<HTMLElement>("[role=treeitem]");
    const node = nodeOf(item);
    if (!item || !node) return;
    const all = items();
    const at = all.indexOf(item);
    const acts: Record<string, () => void> = {
      ArrowDown: () => goTo(all[at + 1]),
      ArrowUp: () => goTo(all[at - 1]),
      Home: () => goTo(all[0]),
      End: () => goTo(all[all.length - 1]),
      ArrowRight: () => (isOpen(node) ? goTo(all[at + 1]) : toggle(node, true)),
      ArrowLeft: () => (isOpen(node) && node.children.length > 0 ? toggle(node, false) : goTo(all.find((one) => one.dataset.key === node.parent?.key))),
      " ": () => select(node, true),
      Enter: () => edit(item, node),
      F2: () => edit(item, node),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  return {
    root,
    selection,
    show(next, troubled) {
      tree = next;
      troubles = troubled;
      chosen = new Set([...chosen].filter((key) => tree.byKey.has(key)));
      draw();
      tell();
    },
    focusOn(key) {
      let node = tree.byKey.get(key)?.parent ?? null;
      for (; node; node = node.parent) turned.set(node.key, true);
      draw();
      goTo(items().find((item) => item.dataset.key === key));
    },
  };
}
