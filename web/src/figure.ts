import { element } from "./dom";
import type { Figure } from "./types";
export function figureBlock(block: Figure): HTMLElement {
  return element("figure", {}, element("figcaption", {}, block.title ?? ""));
}
export function drawFigures(): void {}
