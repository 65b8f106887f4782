/** A hierarchy as bands: a line per level, each group as wide as its rows. */

import { element } from "../src/dom";
import { count, label } from "../src/text";
import type { Tree, TreeNode } from "./hierarchy_model";
import { percent } from "./widgets";

/** Narrower groups are drawn together. */
const narrow = 0.004;

interface Segment {
  node: TreeNode | null;
  rows: number;
  groups: number;
}

function segments(nodes: TreeNode[], all: number): Segment[] {
  const made: Segment[] = [];
  for (const node of nodes) {
    const last = made[made.length - 1];
    if (node.rows / all >= narrow) made.push({ node, rows: node.rows, groups: 1 });
    else if (last && !last.node) {
      last.rows += node.rows;
      last.groups++;
    } else made.push({ node: null, rows: node.rows, groups: 1 });
  }
  return made;
}

/** Level by level, so that members stand below their group. */
function levels(tree: Tree): TreeNode[][] {
  const made: TreeNode[][] = [tree.roots];
  for (let level = tree.height - 1; level >= 0; level--) made.push((made[made.length - 1] as TreeNode[]).flatMap((node) => node.children));
  return made;
}

export function bandsView(tree: Tree, lowest: number, highest: number): HTMLElement {
  const all = Math.max(1, tree.roots.reduce((sum, node) => sum + node.rows, 0));
  const lines = levels(tree).map((nodes, at) => {
    const level = tree.height - at;
    const allowed = level >= lowest && level <= highest;
    const band = element("span", { class: "band" });
    for (const segment of segments(nodes, all)) {
      const piece = element(
        "span",
        {
          class: segment.node ? "piece" : "piece many",
          title: segment.node ? `${label(segment.node.label, 80)}: ${count(segment.rows)} rows` : `${count(segment.groups)} small groups: ${count(segment.rows)} rows`,
        },
        segment.node && segment.rows / all > 0.03 ? label(segment.node.label, 40) : "",
      );
      piece.style.flexGrow = String(segment.rows);
      band.append(piece);
    }
    return element(
      "li",
      { class: allowed ? "" : "forbidden" },
      element("span", { class: "band-name" }, `Level ${level}`, element("small", {}, `${count(nodes.length)} group${nodes.length === 1 ? "" : "s"}`)),
      band,
      element("span", { class: "unseen" }, `largest: ${label([...nodes].sort((a, b) => b.rows - a.rows)[0]?.label ?? "", 60)}, ${percent(Math.max(0, ...nodes.map((node) => node.rows)) / all, 2)} of the rows${allowed ? "" : "; not allowed by the plan"}`),
    );
  });
  return element("ol", { class: "bands", "aria-label": "Levels and their groups, the top first" }, ...lines);
}
