/** Ask: what the release has to hold, and the answer while it is being asked. */

import { element } from "../src/dom";
import { label } from "../src/text";
import { ask, liveState, onLive, search, searchOnce } from "./live";
import { drawModels } from "./models";
import { outcomePanel } from "./outcome_panel";
import type { Changes } from "./plan";
import { knownRecodings } from "./recodings";
import type { Step } from "./step";
import { columnsWith, listen, now, planKey } from "./store";
import { button, card, choices, field, notice, redraw, select, slider, type Choice, type Slider } from "./widgets";

const ks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200];
const shares = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 15, 20, 30, 50, 100];

/** A share of the plan, `0.02` or `2%`, in percent. */
export function inPercent(text: string | null): number {
  if (text === null) return 0;
  const value = parseFloat(text);
  return Number.isFinite(value) ? Number((text.trim().endsWith("%") ? value : value * 100).toPrecision(6)) : 0;
}

const missingRules: Choice[] = [
  { value: "category", name: "a value of its own" },
  { value: "wildcard", name: "matches every value" },
  { value: "drop", name: "rows with missing values are left out" },
];

/** Rows that are suppressed have no quasi-identifiers left to be found by. */
function kSentence(k: number): string {
  const persons = columnsWith("person").length > 0;
  if (k === 1) return "No protection by itself: somebody may be the only one of a kind.";
  const others = `${(k - 1).toLocaleString("en")} other${k === 2 ? "" : "s"}`;
  const right = `whoever looks for one of them is right in at most 1 of ${k.toLocaleString("en")} cases`;
  return persons ? `Every row that keeps its quasi-identifiers shares them with those of at least ${others}, counted in persons: ${right}.` : `Every row that keeps its quasi-identifiers shares them with at least ${others}: ${right}.`;
}

function kSlider(): Slider {
  return slider(
    "k: the smallest group",
    {
      stops: ks,
      value: Number(planKey("privacy.k") ?? "1"),
      min: 1,
      max: 1_000_000,
      step: 1,
      sentence: kSentence,
    },
    (k) => void ask({ "privacy.k": String(k) }),
  );
}

function suppressionSlider(): Slider {
  const rows = now().table?.rows ?? 0;
  return slider(
    "Suppression: rows that may lose their quasi-identifiers",
    {
      stops: shares,
      value: inPercent(planKey("suppression")),
      unit: "%",
      min: 0,
      max: 100,
      step: 0.1,
      sentence: (share) => (share === 0 ? "Every row keeps what all others keep. A few unusual people may make everybody coarser." : `At most ${Math.floor((rows * share) / 100).toLocaleString("en")} of ${rows.toLocaleString("en")} rows are published with * in every quasi-identifier.`),
    },
    (share) => void ask({ suppression: `${share}%` }),
  );
}

function recodingChoice(): HTMLElement {
  return choices(
    "How values become coarser",
    knownRecodings(),
    planKey("recoding") ?? "lattice",
    /* An algorithm or metric of another recoding would be refused. */
    (value) => void ask({ recoding: value, "search.algorithm": null, "search.metric": null, "search.prefer": null, "search.objectives": null }),
  );
}

function metricField(): HTMLElement {
  const averages = planKey("recoding") === "microaggregation";
  const all = (now().about?.metrics ?? []).filter((one) => ["sse", "score"].includes(one.name) === averages);
  const present = planKey("search.metric") ?? "auto";
  const sentence = (name: string): string => all.find((one) => one.name === name)?.summary ?? (averages ? "As the recoding has it." : "The mean share of its column's values that a cell covers, from 0 (unchanged) to 1 (everything *).");
  return field(
    "What is kept small",
    select([{ value: "auto", name: averages ? "usual" : "loss (usual)" }, ...all.map((one) => ({ value: one.name, name: one.name }))], present, (value) => void ask({ "search.metric": value === "auto" ? null : value }), { "data-focus": "metric" }),
    sentence(present),
  );
}

function personField(): HTMLElement {
  const columns = now().table?.columns ?? [];
  const keys = columnsWith("person");
  const value = keys.length === 0 ? "" : keys.length === 1 ? `c${columns.indexOf(keys[0] as string)}` : "several";
  const all: Choice[] = [
    { value: "", name: "every row is a person" },
    ...(keys.length > 1 ? [{ value: "several", name: keys.map((name) => label(name, 30)).join(" + ") }] : []),
    ...columns.slice(0, 300).map((name, at) => ({ value: `c${at}`, name })),
  ];
  return field(
    "Whose row it is",
    select(
      all,
      value,
      (chosen) => {
        if (chosen === "several") return;
        /* A key that is no longer one still names people: it stays out of the release. */
        const set: Changes = Object.fromEntries(keys.map((name) => [`attributes.${name}.role`, "identifier"]));
        const name = chosen === "" ? null : columns[Number(chosen.slice(1))];
        if (name !== null && name !== undefined) set[`attributes.${name}.role`] = "person";
        void ask(set);
      },
      { "data-focus": "person" },
    ),
    "With a key of persons, k and all models count people, not rows.",
  );
}

function searchDetails(): HTMLElement {
  const recoding = planKey("recoding") ?? "lattice";
  const algorithms = (now().about?.algorithms ?? []).filter((one) => !one.group || one.group === recoding);
  const seconds = element("input", { type: "number", min: 0, step: 1, value: planKey("search.time_limit") ?? "0", "data-focus": "seconds" });
  seconds.addEventListener("change", () => void ask({ "search.time_limit": seconds.value === "" ? null : seconds.value }));
  const seed = element("input", { type: "number", min: 0, step: 1, value: planKey("seed") ?? "0", "data-focus": "seed" });
  seed.addEventListener("change", () => void ask({ seed: seed.value === "" ? null : seed.value }));
  return element(
    "div",
    { class: "fields" },
    field("Seconds at most", seconds, "0: until it is proven, or you stop it."),
    field(
      "Algorithm",
      select(
        [{ value: "auto", name: "auto" }, ...algorithms.filter((one) => one.name !== "auto").map((one) => ({ value: one.name, name: `${one.name}: ${one.summary}` }))],
        planKey("search.algorithm") ?? "auto",
        (value) => void ask({ "search.algorithm": value === "auto" ? null : value }),
        { "data-focus": "algorithm" },
      ),
    ),
    field("Missing values are", select(missingRules, planKey("missing.rule") ?? planKey("missing") ?? "category", (value) => void ask({ "missing.rule": value }), { "data-focus": "missing" })),
    field("Seed", seed, "The same seed gives the same release."),
  );
}

export const askStep: Step = {
  id: "ask",
  name: "Ask",
  sentence: "Say what the release has to hold. The best answer appears as you move.",
  show(host) {
    const models = element("div", { class: "models" });
    const metric = element("div");
    const persons = element("div");
    const details = element("div");
    const stale = element("div");
    const outcome = outcomePanel();
    const k = kSlider();
    const suppression = suppressionSlider();
    const recoding = element("div");
    const drawParts = (): void => {
      k.set(Number(planKey("privacy.k") ?? "1"));
      suppression.set(inPercent(planKey("suppression")));
      redraw(recoding, recodingChoice());
      drawModels(models);
      redraw(metric, metricField());
      redraw(persons, personField());
      redraw(details, searchDetails());
    };
    const drawStale = (): void => {
      const { busy, answered, error } = liveState();
      redraw(stale, !busy && !error && answered !== -1 && answered !== now().revision ? notice("plain", "The plan has changed since this answer. ", button("Search again", () => void search(), { kind: "quiet" })) : null);
    };
    host.append(
      element(
        "div",
        { class: "two ask-two" },
        element(
          "div",
          { class: "wide" },
          card("Protection", k.root, suppression.root, persons),
          card("Recoding", recoding, metric),
          card("Sensitive columns", models),
          element("details", { class: "card more-settings" }, element("summary", {}, "More about the search"), details),
        ),
        element("aside", { "aria-label": "Answer" }, stale, outcome.root),
      ),
    );
    drawParts();
    drawStale();
    const ends = [listen(["plan"], drawParts), listen(["revision"], drawStale), onLive(drawStale)];
    searchOnce();
    return () => {
      ends.forEach((end) => end());
      outcome.close();
    };
  },
};
