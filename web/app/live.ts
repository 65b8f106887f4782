/** The search that runs while settings move: the newest question counts, older answers are ignored. */

import { finish, isCancelled, isOver, loadCandidate, start, stop } from "./jobs";
import { setPlan, type Changes } from "./plan";
import { candidate, change, columnsWith, now, planKey } from "./store";
import type { Candidate, Job } from "./types";

export interface Live {
  job: Job | null;
  /** The question changed, and its answer is not there yet. */
  busy: boolean;
  error: unknown;
  /** The revision of the plan that the last answer is about, and the answer. */
  answered: number;
  candidate: string | null;
}

const live: Live = { job: null, busy: false, error: null, answered: -1, candidate: null };
const listeners = new Set<() => void>();
let serial = 0;
let pending: Changes | null = null;
let pumping = false;

export function liveState(): Readonly<Live> {
  return live;
}

export function onLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function show(parts: Partial<Live>): void {
  Object.assign(live, parts);
  for (const listener of [...listeners]) listener();
}

async function answer(mine: number, started: Job): Promise<void> {
  try {
    const job = await finish(started, (each) => mine === serial && show({ job: each }));
    if (mine !== serial) return;
    if (job.candidate) {
      const found = await loadCandidate(job.candidate);
      if (mine !== serial) return;
      change({ chosen: found.id });
    }
    show({ job, busy: false, error: null, answered: now().revision, candidate: job.candidate });
  } catch (error) {
    if (mine === serial) show({ busy: false, error: isCancelled(error) ? null : error });
  }
}

export async function search(): Promise<void> {
  const mine = ++serial;
  if (columnsWith("quasi").length === 0) return show({ busy: false, job: null, error: new Error("No column is a quasi-identifier: choose roles first.") });
  show({ busy: true, error: null });
  try {
    const started = await start("search", { live: true });
    if (mine !== serial) return;
    show({ job: started });
    void answer(mine, started);
  } catch (error) {
    if (mine === serial) show({ busy: false, error });
  }
}

/** Changes the plan and searches again. Moves that come faster than answers are gathered. */
export async function ask(set: Changes): Promise<void> {
  pending = { ...pending, ...set };
  serial++;
  show({ busy: true, error: null });
  if (pumping) return;
  pumping = true;
  try {
    while (pending) {
      const taken: Changes = pending;
      pending = null;
      await setPlan(taken);
    }
    void search();
  } catch (error) {
    show({ busy: false, error });
  } finally {
    pumping = false;
    if (pending) void ask({});
  }
}

/** An answer from before the page was loaded: of the plan as it is, found by it alone. */
function known(one: Candidate): boolean {
  return one.revision === now().revision && one.front === 0 && one.recoding === (planKey("recoding") ?? "lattice") && String(one.k) === planKey("privacy.k");
}

/** Shows the answer to the present plan, or follows the search that is on its way, or begins one. */
export function searchOnce(): void {
  if (live.job && !isOver(live.job) && live.busy) return;
  const mine = live.answered === now().revision ? candidate(live.candidate) : now().candidates.filter(known).pop();
  const running = now().jobs.find((job) => job.kind === "search" && !isOver(job));
  if (mine) {
    change({ chosen: mine.id });
    show({ busy: false, error: null, answered: now().revision, candidate: mine.id });
    if (!mine.result) void loadCandidate(mine.id).catch((error: unknown) => show({ error }));
  } else if (running) {
    show({ job: running, busy: true, error: null });
    void answer(++serial, running);
  } else void search();
}

export function end(keep: boolean): void {
  const { job } = live;
  if (!job || isOver(job)) return;
  void stop(job.id, keep).catch((error: unknown) => show({ error }));
}
