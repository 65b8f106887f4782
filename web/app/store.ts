/** What the page knows, and who wants to hear when it changes. */

import type { About, Candidate, Inspection, Job, Plan, TableFacts, Warning } from "./types";

export interface State {
  about: About | null;
  revision: number;
  table: TableFacts | null;
  /** What was to be said when it was opened. */
  opening: Warning[];
  inspection: Inspection | null;
  plan: Plan | null;
  candidates: Candidate[];
  jobs: Job[];
  releases: number;
  /** The candidate that Compare and Release look at. */
  chosen: string | null;
}

export type Part = keyof State;

type Listener = (changed: Set<Part>) => void;

const state: State = {
  about: null,
  revision: 0,
  table: null,
  opening: [],
  inspection: null,
  plan: null,
  candidates: [],
  jobs: [],
  releases: 0,
  chosen: null,
};

const listeners = new Set<Listener>();

export function now(): Readonly<State> {
  return state;
}

export function change(parts: Partial<State>): void {
  const changed = new Set<Part>();
  for (const key of Object.keys(parts) as Part[]) {
    if (state[key] === parts[key]) continue;
    (state as unknown as Record<Part, unknown>)[key] = parts[key];
    changed.add(key);
  }
  if (changed.size > 0) for (const listener of [...listeners]) listener(changed);
}

/** Calls `listener` when one of the parts changes; the answer ends that. */
export function listen(parts: Part[], listener: () => void): () => void {
  const heard: Listener = (changed) => {
    if (parts.some((part) => changed.has(part))) listener();
  };
  listeners.add(heard);
  return () => void listeners.delete(heard);
}

/** ---- Questions that several steps ask ---- */

export function attribute(name: string, key: string): string | null {
  const found = state.plan?.attributes[name];
  return found?.[key] ?? found?.[key.replace(/_/g, "-")] ?? null;
}

export function roleOf(name: string): string {
  return attribute(name, "role") ?? "plain";
}

export function columnsWith(...roles: string[]): string[] {
  return (state.table?.columns ?? []).filter((name) => roles.includes(roleOf(name)));
}

export function planKey(key: string): string | null {
  return state.plan?.keys[key] ?? null;
}

export function candidate(id: string | null): Candidate | null {
  return state.candidates.find((one) => one.id === id) ?? null;
}

/** The one to look at: the chosen one, else the newest. */
export function present(): Candidate | null {
  return candidate(state.chosen) ?? state.candidates[state.candidates.length - 1] ?? null;
}
