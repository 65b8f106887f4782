/** A job of a panel: progress, stopping, and its failure, in one line. */

import { element } from "../src/dom";
import { count } from "../src/text";
import { isCancelled, isOver, run, stop } from "./jobs";
import type { Job } from "./types";
import { button, failure, percent, phaseName, progressBar, redraw } from "./widgets";

export interface JobLine {
  root: HTMLElement;
  /** Null if it failed or was cancelled, which the line then says. */
  run(kind: string, asks: object, name: string): Promise<Job | null>;
}

/** `help` says what can be done about a failure. */
export function jobLine(help: (error: unknown) => HTMLElement | null = () => null): JobLine {
  const root = element("div", { class: "job-line" });
  let latest = 0;
  return {
    root,
    async run(kind, asks, name) {
      const mine = ++latest;
      const bar = progressBar(name);
      const buttons = element("span", { class: "buttons" });
      let listed = false;
      redraw(root, element("p", {}, name), bar.root, buttons);
      bar.set(null, "");
      const show = (job: Job): void => {
        if (mine !== latest) return;
        const best = job.best === null ? "" : `, best ${job.best <= 1 ? percent(job.best) : count(Math.round(job.best))}`;
        bar.set(job.done, `${phaseName(job)}${best}`);
        if (listed || isOver(job)) return;
        listed = true;
        redraw(buttons, kind === "search" ? button("Stop and keep the best", () => void stop(job.id, true).catch(() => undefined)) : null, button("Cancel", () => void stop(job.id, false).catch(() => undefined), { kind: "quiet" }));
      };
      try {
        const job = await run(kind, asks, show);
        if (mine === latest) redraw(root);
        return job;
      } catch (error) {
        if (mine === latest) redraw(root, isCancelled(error) ? element("p", { class: "help" }, "Cancelled.") : failure(error), help(error));
        return null;
      }
    },
  };
}
