/** What a step of the page is. */

export type StepId = "open" | "understand" | "generalize" | "ask" | "compare" | "release";

export interface Step {
  id: StepId;
  name: string;
  /** What it is for, below its heading. */
  sentence: string;
  /** Fills the place; the answer is called when the step is left. */
  show(host: HTMLElement): () => void;
}

export function goTo(id: StepId): void {
  window.location.hash = `#${id}`;
}
