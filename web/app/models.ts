/** Privacy models of the plan: rules as texts with `;` between them, and the short keys. */

import { element } from "../src/dom";
import { label } from "../src/text";
import { ask } from "./live";
import { columnsWith, planKey } from "./store";
import type { Changes } from "./plan";
import { button, newId, notice, redraw, select, type Choice } from "./widgets";

export interface Rule {
  model: string;
  settings: Record<string, string>;
}

export function readRules(text: string | null): Rule[] {
  return (text ?? "")
    .split(";")
    .map((rule) => rule.trim())
    .filter((rule) => rule !== "")
    .map((rule) => {
      const [model, ...settings] = rule.split(/\s+/);
      return { model: model ?? "", settings: Object.fromEntries(settings.map((one) => [one.split("=")[0] ?? "", one.slice(one.indexOf("=") + 1)])) };
    });
}

export function writeRules(rules: Rule[]): string | null {
  if (rules.length === 0) return null;
  return rules.map((rule) => [rule.model, ...Object.entries(rule.settings).map(([key, value]) => `${key}=${value}`)].join(" ")).join("; ");
}

interface Kind {
  model: string;
  name: string;
  sentence: string;
  setting: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The key of the plan that means the same without a variant. */
  short?: string;
  variant?: { setting: string; usual: string; choices: Choice[] };
}

const kinds: Kind[] = [
  {
    model: "l-diversity", name: "l-diversity", sentence: "Each class has at least l different values of every sensitive column.", setting: "l", value: 2, min: 2, max: 50, step: 1, short: "privacy.l",
    variant: { setting: "form", usual: "distinct", choices: [{ value: "distinct", name: "different values" }, { value: "entropy", name: "by entropy" }] },
  },
  {
    model: "t-closeness", name: "t-closeness", sentence: "In each class the sensitive values are spread as in the table, within a distance of t.", setting: "t", value: 0.3, min: 0.01, max: 1, step: 0.01, short: "privacy.t",
    variant: { setting: "distance", usual: "equal", choices: [{ value: "equal", name: "all values equally far" }, { value: "ordered", name: "neighbours are close" }, { value: "hierarchical", name: "by the hierarchy" }] },
  },
  { model: "alpha-k", name: "(α, k)", sentence: "No sensitive value has more than this share of a class.", setting: "alpha", value: 0.5, min: 0.01, max: 1, step: 0.01 },
  { model: "beta-likeness", name: "β-likeness", sentence: "No value's share in a class exceeds its share in the table by more than β times.", setting: "beta", value: 2, min: 0.1, max: 100, step: 0.1 },
  { model: "delta-disclosure", name: "δ-disclosure", sentence: "No value's share in a class differs from the table's by a factor of e^δ or more.", setting: "delta", value: 1.5, min: 0.1, max: 20, step: 0.1 },
];

interface Present {
  on: boolean;
  value: number;
  variant: string;
}

function presentOf(kind: Kind, rules: Rule[]): Present {
  const short = kind.short ? planKey(kind.short) : null;
  if (short !== null) return { on: true, value: Number(short), variant: kind.variant?.usual ?? "" };
  const rule = rules.find((one) => one.model === kind.model && one.settings.on === undefined);
  return { on: rule !== undefined, value: Number(rule?.settings[kind.setting] ?? kind.value), variant: rule?.settings[kind.variant?.setting ?? ""] ?? kind.variant?.usual ?? "" };
}

function changesFor(kind: Kind, to: Present): Changes {
  const others = readRules(planKey("privacy.models")).filter((one) => one.model !== kind.model || one.settings.on !== undefined);
  const usual = kind.short !== undefined && to.variant === (kind.variant?.usual ?? "");
  const settings: Record<string, string> = { [kind.setting]: String(to.value) };
  if (kind.variant && to.variant !== kind.variant.usual) settings[kind.variant.setting] = to.variant;
  const rules = to.on && !usual ? [...others, { model: kind.model, settings }] : others;
  return { "privacy.models": writeRules(rules), ...(kind.short ? { [kind.short]: to.on && usual ? String(to.value) : null } : {}) };
}

function kindRow(kind: Kind, rules: Rule[]): HTMLElement {
  const present = presentOf(kind, rules);
  const id = newId("model");
  const on = element("input", { type: "checkbox", id, "aria-describedby": `${id}-help`, "data-focus": `${kind.model}-on` });
  on.checked = present.on;
  const value = element("input", { type: "number", min: kind.min, max: kind.max, step: kind.step, value: present.value, "aria-label": `${kind.setting} of ${kind.name}`, "data-focus": `${kind.model}-value`, class: "exact" });
  const send = (): void => void ask(changesFor(kind, { on: on.checked, value: Number(value.value), variant: variant?.value ?? "" }));
  const variant = kind.variant ? select(kind.variant.choices, present.variant, send, { "aria-label": `Kind of ${kind.name}`, "data-focus": `${kind.model}-variant` }) : null;
  value.disabled = !present.on;
  if (variant) variant.disabled = !present.on;
  on.addEventListener("change", send);
  value.addEventListener("change", () => value.checkValidity() && value.value !== "" && send());
  return element(
    "div",
    { class: "model" },
    element("span", { class: "model-head" }, on, element("label", { for: id }, kind.name), element("span", { class: "model-values" }, value, variant)),
    element("p", { class: "help", id: `${id}-help` }, kind.sentence),
  );
}

/** Rules that the rows above cannot show: as they are, to be removed. */
function otherRules(rules: Rule[]): HTMLElement | null {
  const known = (rule: Rule): boolean => kinds.some((kind) => kind.model === rule.model) && rule.settings.on === undefined;
  const others = rules.filter((rule) => !known(rule));
  if (others.length === 0) return null;
  return element(
    "ul",
    { class: "other-rules" },
    ...others.map((rule) => {
      const text = writeRules([rule]) ?? "";
      return element("li", {}, element("code", {}, label(text)), button("Remove", () => void ask({ "privacy.models": writeRules(rules.filter((one) => one !== rule)) }), { kind: "quiet", label: `Remove ${label(text)}` }));
    }),
  );
}

export function drawModels(region: HTMLElement): void {
  const sensitive = columnsWith("sensitive");
  const rules = readRules(planKey("privacy.models"));
  redraw(
    region,
    sensitive.length === 0
      ? notice("plain", "No column is sensitive, so that there is nothing for these models to protect.")
      : element("p", { class: "help" }, `They protect ${sensitive.slice(0, 4).map((name) => label(name, 40)).join(", ")}${sensitive.length > 4 ? ` and ${sensitive.length - 4} more` : ""}.`),
    ...(sensitive.length === 0 && rules.length === 0 && !planKey("privacy.l") && !planKey("privacy.t") ? [] : kinds.map((kind) => kindRow(kind, rules))),
    otherRules(rules),
  );
}
