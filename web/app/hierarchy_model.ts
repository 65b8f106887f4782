/** A hierarchy as a tree, and the changes that can be made to it. Nothing here knows the page. */

import type { HierarchyValue } from "./types";

export interface TreeNode {
  /** Tells it apart from all others: its labels from its own level to the top. */
  key: string;
  level: number;
  label: string;
  rows: number;
  parent: TreeNode | null;
  children: TreeNode[];
  /** The places of its values in the list. */
  values: number[];
}

export interface Tree {
  height: number;
  roots: TreeNode[];
  byKey: Map<string, TreeNode>;
}

function keyOf(labels: string[], level: number): string {
  return JSON.stringify(labels.slice(level));
}

export function treeOf(values: HierarchyValue[], height: number): Tree {
  const byKey = new Map<string, TreeNode>();
  const roots: TreeNode[] = [];
  values.forEach((value, at) => {
    let parent: TreeNode | null = null;
    for (let level = height; level >= 0; level--) {
      const key = keyOf(value.labels, level);
      let node = byKey.get(key);
      if (!node) {
        node = { key, level, label: value.labels[level] ?? "", rows: 0, parent, children: [], values: [] };
        byKey.set(key, node);
        (parent ? parent.children : roots).push(node);
      }
      node.rows += value.rows;
      node.values.push(at);
      parent = node;
    }
  });
  return { height, roots, byKey };
}

/** The groups of a level, in the order of the tree. */
export function groupsAt(tree: Tree, level: number): TreeNode[] {
  return [...tree.byKey.values()].filter((node) => node.level === level);
}

function relabel(values: HierarchyValue[], places: number[], change: (labels: string[]) => string[]): HierarchyValue[] {
  const touched = new Set(places);
  return values.map((value, at) => (touched.has(at) ? { ...value, labels: change([...value.labels]) } : value));
}

/** Gives a group another name. Level 0 has the values of the table, which stay. */
export function rename(values: HierarchyValue[], node: TreeNode, label: string): HierarchyValue[] {
  if (node.level === 0) return values;
  return relabel(values, node.values, (labels) => {
    labels[node.level] = label;
    return labels;
  });
}

/** Whether a node can become a member of a group: the group is one level above, and not its own. */
export function canMove(node: TreeNode, target: TreeNode): boolean {
  return target.level === node.level + 1 && node.parent !== target;
}

/** Moves values or groups into a group one level above them. */
export function move(values: HierarchyValue[], nodes: TreeNode[], target: TreeNode): HierarchyValue[] {
  const path = JSON.parse(target.key) as string[];
  return relabel(
    values,
    nodes.filter((node) => canMove(node, target)).flatMap((node) => node.values),
    (labels) => [...labels.slice(0, target.level), ...path],
  );
}

/** Makes a group of nodes of one level, beside the group of the first. */
export function gather(values: HierarchyValue[], nodes: TreeNode[], label: string): HierarchyValue[] {
  const [first] = nodes;
  if (!first || !first.parent) return values;
  const level = first.level + 1;
  const above = (JSON.parse(first.parent.key) as string[]).slice(1);
  return relabel(
    values,
    nodes.filter((node) => node.level === first.level).flatMap((node) => node.values),
    (labels) => [...labels.slice(0, level), label, ...above],
  );
}

/** A level below the top, on which every value or group stands alone: somewhere to begin. */
export function addLevel(values: HierarchyValue[], height: number): HierarchyValue[] {
  return values.map((value) => ({ ...value, labels: [...value.labels.slice(0, height), value.labels[Math.max(0, height - 1)] ?? "", ...value.labels.slice(height)] }));
}
