/** One column's hierarchy: bands, tree, builders, levels, weight and order. */

import { element } from "../src/dom";
import { count, label } from "../src/text";
import { ApiError, call, get, part, words } from "./api";
import { bandsView } from "./bands_view";
import { builderOf, builders } from "./builders";
import { addLevel, canMove, gather, groupsAt, move, rename, treeOf, type Tree, type TreeNode } from "./hierarchy_model";
import { levelsPanel } from "./levels_panel";
import { attribute, change, listen, now } from "./store";
import { treeView } from "./tree_view";
import type { Finding, Hierarchy, HierarchyValue, Plan } from "./types";
import { button, card, enable, failure, field, notice, redraw, say, select } from "./widgets";

/** The plan names the hierarchies, so that it changes with them. */
async function refreshPlan(): Promise<void> {
  const plan = await get<Plan>("/plan");
  change({ plan, revision: plan.revision });
}

function sourceLine(found: Hierarchy): string {
  if (found.source === "file") return `from a file${found.described ? `: ${label(found.described, 160)}` : ""}`;
  const described = found.described ?? found.source;
  return label(described.startsWith(`${found.column}: `) ? described.slice(found.column.length + 2) : described, 200);
}

export function hierarchyEditor(name: string): { root: HTMLElement; close(): void } {
  const path = `/hierarchies/${part(name)}`;
  const head = element("p", { class: "help described" });
  const bands = element("div", { class: "bands-box" });
  const findings = element("div", { class: "findings" });
  const tools = element("div", { class: "tools", role: "group", "aria-label": "Change the selection" });
  const state = element("p", { class: "help tree-state", role: "status" });
  const levels = element("div");
  const built = element("div", { class: "built" });
  let found: Hierarchy | null = null;
  let draft: HierarchyValue[] = [];
  const undo: HierarchyValue[][] = [];
  let tree: Tree = { height: 0, roots: [], byKey: new Map() };
  let closed = false;

  const whole = (): boolean => found !== null && found.total <= found.values.length;
  const view = treeView(
    `Groups of ${label(name, 60)}`,
    {
      selected: () => drawTools(),
      rename: (node, text) => void keep(rename(draft, node, text), `${node.label} is now ${text}`),
      move: (nodes, target) => void keep(move(draft, nodes, target), `moved to ${target.label}`),
    },
    whole,
  );

  const limit = (key: string, otherwise: number): number => {
    const text = attribute(name, key);
    return text !== null && text !== "" && Number.isFinite(Number(text)) ? Number(text) : otherwise;
  };

  const drawBands = (): void => redraw(bands, bandsView(tree, limit("min_level", 0), limit("max_level", tree.height)));

  /** Marks the value that a finding is about, and the groups above it. */
  const troubles = (of: Finding[]): Map<string, string> => {
    const made = new Map<string, string>();
    for (const one of of) {
      const value = one.line ? draft[one.line - 1] : undefined;
      if (value) made.set(JSON.stringify(value.labels), label(one.message, 160));
    }
    return made;
  };

  const drawFindings = (of: Finding[], refused: boolean): void => {
    if (of.length === 0) return redraw(findings);
    const items = of.slice(0, 20).map((one) => {
      const value = one.line ? draft[one.line - 1] : undefined;
      return element("li", {}, label(one.message, 240), value ? button("Show", () => view.focusOn(JSON.stringify(value.labels)), { kind: "quiet", label: `Show ${label(value.labels[0] ?? "", 60)}` }) : null);
    });
    const more = of.length > 20 ? element("p", { class: "help" }, `and ${count(of.length - 20)} more`) : null;
    const box = notice(refused ? "bad" : "warn", element("p", {}, refused ? "This is not kept: it has problems. Mend them, or undo." : "Remarks"), element("ul", {}, ...items), more);
    if (refused) box.setAttribute("role", "alert");
    redraw(findings, box);
  };

  const drawTree = (of: Finding[] = [], refused = false): void => {
    tree = treeOf(draft, found?.height ?? 0);
    view.show(tree, troubles(of));
    drawBands();
    drawFindings(of, refused);
    drawTools();
  };

  const take = (answer: Hierarchy): void => {
    const other = found === null || answer.height !== found.height;
    found = answer;
    draft = answer.values;
    head.textContent = sourceLine(answer);
    if (!whole()) state.textContent = `${count(answer.total)} values, of which ${count(answer.values.length)} are shown: upload a file to change them.`;
    drawTree(answer.findings ?? []);
    if (other) redraw(levels, levelsPanel(name, answer));
  };

  const keep = async (next: HierarchyValue[], said: string, back = false): Promise<void> => {
    if (!back) undo.push(draft);
    draft = next;
    const height = Math.max(0, (next[0]?.labels.length ?? 1) - 1);
    if (found) found = { ...found, height };
    drawTree();
    state.textContent = "Keeping…";
    try {
      const answer = await call<Hierarchy>("PUT", path, { values: next.map((value) => value.labels) });
      if (closed || draft !== next) return;
      take(answer);
      state.textContent = `Kept: ${label(said, 120)}`;
      await refreshPlan();
    } catch (error) {
      if (closed || draft !== next) return;
      state.textContent = "";
      const listed = error instanceof ApiError ? (error.body as { findings?: Finding[] } | null)?.findings : undefined;
      drawTree(listed ?? [{ message: words(error) }], true);
    }
  };

  const drawTools = (): void => {
    const chosen = view.selection();
    const [first] = chosen;
    const editable = whole();
    const targets = first ? groupsAt(tree, first.level + 1).filter((group) => chosen.some((node) => canMove(node, group))) : [];
    const destination = select(
      [{ value: "", name: chosen.length > 0 ? "Move to…" : "Select something first" }, ...targets.slice(0, 500).map((group) => ({ value: group.key, name: group.label }))],
      "",
      () => enable(go, destination.value !== ""),
      { "aria-label": "Move the selection to a group", "data-focus": "move" },
    );
    destination.disabled = !editable || targets.length === 0;
    /* Arrow keys change a closed list at once: what moves is a button. */
    const go = button("Move", () => {
      const target = tree.byKey.get(destination.value);
      if (target) void keep(move(draft, chosen, target), `${chosen.length === 1 ? (first as TreeNode).label : `${chosen.length} parts`} moved to ${target.label}`);
    });
    enable(go, false);
    const title = element("input", { type: "text", placeholder: "Name of a new group", "aria-label": "Name of a new group", "data-focus": "group", autocomplete: "off" });
    const make = button("Make a group", () => {
      if (title.value.trim() !== "" && chosen.length > 0) void keep(gather(draft, chosen, title.value.trim()), `new group ${title.value.trim()}`);
    });
    title.addEventListener("keydown", (event) => event.key === "Enter" && make.click());
    const possible = editable && first !== undefined && first.parent !== null && first.level + 1 < tree.height;
    enable(make, possible);
    title.disabled = !possible;
    const back = button("Undo", () => {
      const before = undo.pop();
      if (before) void keep(before, "undone", true);
    }, { kind: "quiet" });
    enable(back, undo.length > 0);
    const deeper = button("Add a level", () => void keep(addLevel(draft, found?.height ?? 0), "a level was added"), { kind: "quiet", title: "A level below the top, to gather groups on" });
    enable(deeper, editable && tree.height > 0);
    redraw(tools, element("span", { class: "make" }, destination, go), element("span", { class: "make" }, title, make), deeper, back);
  };

  const replace = async (method: "PUT" | "DELETE" | "POST", to: string, body?: unknown, type?: string): Promise<void> => {
    redraw(built);
    try {
      const answer = await call<Hierarchy>(method, to, body, type);
      if (closed) return;
      undo.push(draft);
      take(answer);
      say(`Hierarchy of ${name}: ${sourceLine(answer)}`);
      await refreshPlan();
    } catch (error) {
      if (closed) return;
      const listed = error instanceof ApiError ? (error.body as { findings?: Finding[] } | null)?.findings : undefined;
      redraw(built, failure(error), listed ? element("ul", { class: "listed" }, ...listed.slice(0, 20).map((one) => element("li", {}, `${one.line ? `line ${one.line}: ` : ""}${label(one.message, 240)}`))) : null);
    }
  };

  const builderPanel = (): HTMLElement => {
    let spec = "auto";
    const details = element("input", { type: "text", autocomplete: "off" });
    const help = element("p", { class: "help" });
    const full = (): string => (details.value.trim() !== "" && !details.disabled ? `${spec}:${details.value.trim()}` : spec);
    const showHelp = (): void => {
      const builder = builderOf(spec);
      help.textContent = builder?.sentence ?? "";
      details.disabled = builder?.details === null;
      details.placeholder = builder?.details ? `for example ${builder.details}` : "nothing to say";
    };
    const kind = select(builders.map((one) => ({ value: one.spec, name: one.name })), spec, (value) => {
      spec = value;
      details.value = value === "mask" ? "right" : "";
      showHelp();
    });
    showHelp();
    const file = element("input", { type: "file", accept: ".csv,.txt,text/csv", class: "unseen", id: "hierarchy-file" });
    file.addEventListener("change", async () => {
      const chosen = file.files?.[0];
      file.value = "";
      if (chosen) await replace("PUT", path, await chosen.text(), "text/csv");
    });
    return card(
      "Build or upload",
      element("div", { class: "fields" }, field("Builder", kind), field("Details", details)),
      help,
      element(
        "p",
        { class: "buttons" },
        button("Build", () => void replace("POST", `${path}/build`, { spec: full(), keep: true }), { kind: "main" }),
        file,
        element("label", { class: "button", for: "hierarchy-file" }, "Upload a CSV file"),
        button("Reset", () => void replace("DELETE", path), { kind: "quiet", title: "Back to what Shoal builds" }),
      ),
      built,
    );
  };

  const root = element(
    "div",
    { class: "hierarchy" },
    element("h2", {}, element("bdi", {}, label(name, 80))),
    head,
    card("Levels", bands, levels),
    card(
      "Groups",
      element("p", { class: "help" }, "Drag a value or a group into another group, or select it and choose where it goes. Double-click or press Enter to rename a group."),
      tools,
      findings,
      view.root,
      state,
    ),
    builderPanel(),
  );
  get<Hierarchy>(path)
    .then((answer) => !closed && take(answer))
    .catch((error: unknown) => !closed && redraw(bands, failure(error)));
  const end = listen(["plan"], () => found && now().plan && drawBands());
  return {
    root,
    close() {
      closed = true;
      end();
    },
  };
}
