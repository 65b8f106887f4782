/** Loss against k and suppression, as `shoal explore` finds it. */

import { element } from "../src/dom";
import { liveFigure } from "../src/figure";
import { number } from "../src/text";
import type { Series } from "../src/types";
import { get, part } from "./api";
import { jobLine } from "./job_line";
import { ask } from "./live";
import { recodingName } from "./recodings";
import { goTo } from "./step";
import { now, planKey } from "./store";
import type { Exploration, ExploredPoint } from "./types";
import { button, card, field, percent, redraw } from "./widgets";

/** The last exploration, so that coming back shows it. */
let kept: { revision: number; found: Exploration } | null = null;

function figure(found: Exploration): HTMLElement {
  const several = found.recodings.length > 1;
  const series = found.recodings.flatMap((one): Series[] =>
    [...new Set(one.points.map((point) => point.suppression))].map((suppression) => {
      const points = one.points.filter((point) => point.suppression === suppression && point.value !== null).sort((a, b) => a.k - b.k);
      return {
        is: "series",
        name: `${several ? `${recodingName(one.recoding)}, ` : ""}${percent(suppression, 2)} suppressed at most`,
        main: true,
        of: points.length,
        x: points.map((point) => point.k),
        y: points.map((point) => point.value),
        notes: points.map((point) => `k ${point.k}, at most ${percent(point.suppression, 2)} suppressed\nloss ${number(point.value)}${point.outcome === "optimal" ? ", proven" : ""}\n${point.suppressed ?? 0} rows suppressed, ${point.classes ?? 0} classes`),
      };
    }),
  );
  return liveFigure({ type: "chart", title: "Loss against k", says: "Each line allows another share of suppressed rows.", kind: "lines", x: { name: "k", scale: "linear" }, y: { name: found.recodings[0]?.metric ?? "loss", scale: "linear" }, parts: series });
}

function take(point: ExploredPoint, recoding: string): void {
  void ask({ "privacy.k": String(point.k), suppression: `${Number((point.suppression * 100).toPrecision(6))}%`, recoding });
  goTo("ask");
}

function table(found: Exploration): HTMLElement {
  const rows = found.recodings.flatMap((one) => {
    const ks = [...new Set(one.points.map((point) => point.k))].sort((a, b) => a - b);
    const shares = [...new Set(one.points.map((point) => point.suppression))].sort((a, b) => a - b);
    const worst = Math.max(...one.points.map((point) => point.value ?? 0), 1e-9);
    return [
      element(
        "table",
        { class: "grid" },
        element("caption", {}, `${recodingName(one.recoding)}: choose a point to ask for it`),
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "k"), ...shares.map((share) => element("th", { scope: "col", class: "number" }, percent(share, 2))))),
        element(
          "tbody",
          {},
          ...ks.map((k) =>
            element(
              "tr",
              {},
              element("th", { scope: "row" }, String(k)),
              ...shares.map((share) => {
                const point = one.points.find((each) => each.k === k && each.suppression === share);
                if (!point || point.value === null) return element("td", { class: "number none" }, "none");
                const pick = button(percent(point.value), () => take(point, one.recoding), { kind: "quiet", label: `Ask for k ${k} with at most ${percent(share, 2)} suppressed: ${one.metric} ${percent(point.value)}` });
                const cell = element("td", { class: "number" }, pick);
                cell.style.setProperty("--heat", `${Math.round((point.value / worst) * 34)}%`);
                return cell;
              }),
            ),
          ),
        ),
      ),
    ];
  });
  return element("div", { class: "grids" }, ...rows);
}

function costs(found: Exploration): HTMLElement | null {
  const first = found.recodings.find((one) => one.costs && one.costs.value !== null);
  if (!first?.costs) return null;
  const value = first.costs.value as number;
  const parts = first.costs.attributes
    .filter((one) => one.left_out.value !== null)
    .map((one) => ({ name: one.attribute, gain: value - (one.left_out.value as number) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, 12);
  if (parts.length === 0) return null;
  return liveFigure({
    type: "chart",
    title: "What each quasi-identifier costs",
    says: "How much lower the loss would be if the column were left out of the release.",
    kind: "bars",
    x: { name: null, scale: "category" },
    y: { name: "loss saved", scale: "linear" },
    parts: [{ is: "series", name: "loss saved", main: true, of: parts.length, names: parts.map((one) => one.name), y: parts.map((one) => one.gain) }],
  });
}

export function explorePanel(): HTMLElement {
  const shown = element("div", { class: "explored" });
  const line = jobLine();
  const k = element("input", { type: "text", value: "2,5,10,20,50", autocomplete: "off", inputmode: "numeric" });
  const suppression = element("input", { type: "text", value: "0,1%,2%,5%", autocomplete: "off" });
  const draw = (): void => {
    if (!kept) return redraw(shown);
    redraw(shown, kept.revision !== now().revision ? element("p", { class: "help" }, "The plan has changed since this was explored.") : null, element("div", { class: "beside" }, figure(kept.found), table(kept.found)), costs(kept.found));
  };
  const explore = async (): Promise<void> => {
    const revision = now().revision;
    const job = await line.run("explore", { k: k.value, suppression: suppression.value, recodings: planKey("recoding") ?? "lattice" }, "Exploring");
    if (!job) return;
    kept = { revision, found: await get<Exploration>(`/jobs/${part(job.id)}/result`) };
    draw();
  };
  draw();
  return card(
    "The trade-off",
    element("p", { class: "help" }, "How much is lost for each k and each share of suppressed rows."),
    element("div", { class: "fields" }, field("k", k), field("Suppression", suppression)),
    element("p", { class: "buttons" }, button("Explore", () => void explore(), { kind: "main" })),
    line.root,
    shown,
  );
}

export function forgetExploration(): void {
  kept = null;
}
