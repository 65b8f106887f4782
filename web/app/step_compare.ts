/** Compare: the trade-off, several aims at once, and candidates side by side. */

import { element } from "../src/dom";
import { candidatesPanel } from "./candidates_panel";
import { explorePanel } from "./explore_panel";
import { frontPanel } from "./front_panel";
import { jobLine } from "./job_line";
import { call, part } from "./api";
import { loadCandidate, loadCandidates } from "./jobs";
import { knownRecodings } from "./recodings";
import { rowsPanel } from "./rows_panel";
import type { Step } from "./step";
import { change, listen, planKey, present } from "./store";
import { button, card } from "./widgets";

/** The same plan with another recoding, kept for comparing. */
function tryOthers(): HTMLElement {
  const line = jobLine();
  const attempt = async (recoding: string, name: string): Promise<void> => {
    const own = recoding === (planKey("recoding") ?? "lattice");
    const set = own ? {} : { recoding, "search.algorithm": null, "search.metric": null, "search.prefer": null, "search.objectives": null };
    const job = await line.run("search", { set }, `Searching with ${name.toLowerCase()}`);
    if (!job?.candidate) return;
    const found = await loadCandidate(job.candidate);
    await call("PATCH", `/candidates/${part(found.id)}`, { pinned: true, name });
    change({ chosen: found.id });
    await loadCandidates();
  };
  return element(
    "div",
    { class: "try-others" },
    element("p", { class: "buttons" }, element("span", {}, "The same plan with "), ...knownRecodings().map((one) => button(one.name, () => void attempt(one.value, one.name)))),
    line.root,
  );
}

export const compareStep: Step = {
  id: "compare",
  name: "Compare",
  sentence: "What protection costs, and what each candidate keeps.",
  show(host) {
    const candidates = candidatesPanel();
    const rows = rowsPanel();
    const front = frontPanel();
    host.append(
      card("Candidates", element("p", { class: "help" }, "The answer at hand and those that you kept."), tryOthers(), candidates.root),
      card("Rows before and after", rows.root),
      explorePanel(),
      front.root,
    );
    const draw = (): void => {
      candidates.draw();
      rows.show(present());
    };
    draw();
    const end = listen(["candidates", "chosen"], draw);
    return () => {
      end();
      candidates.close();
      rows.close();
      front.close();
    };
  },
};
