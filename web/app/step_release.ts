/** Release: choose a candidate, acknowledge what is to be known, release, download. */

import { element, icon } from "../src/dom";
import { icons } from "../src/icons";
import { count, label } from "../src/text";
import { downloadAddress, get } from "./api";
import { candidateLine, candidateName } from "./candidates_panel";
import { jobLine } from "./job_line";
import { JobError, loadCandidate, loadCandidates } from "./jobs";
import { erased } from "./outcome_panel";
import { recodingName } from "./recodings";
import { goTo, type Step } from "./step";
import { change, columnsWith, listen, now, planKey, present } from "./store";
import type { Candidate, Release, ReleaseFile } from "./types";
import { amount, button, bytes, card, copyText, enable, failure, field, notice, percent, redraw, say, several, warningItem } from "./widgets";

const acknowledged = new Set<string>();

function summary(one: Candidate): string {
  const result = one.result;
  const rows = result?.rows ?? now().table?.rows ?? 0;
  const others = Math.max(0, (one.k_eff ?? 1) - 1);
  const whom = result && result.persons !== null ? `the rows of at least ${several(others, "other person")}` : `at least ${several(others, "other row")}`;
  // Of the present plan: of an older candidate it is not known here, and masked ones stay.
  const dropped = one.revision === now().revision && (planKey("identifiers") ?? "drop") === "drop";
  const gone = dropped ? columnsWith("identifier", "person").length : 0;
  const metric = one.metric;
  const loss = result?.metrics.loss ?? null;
  return [
    `Every row${one.suppressed > 0 ? " that is not suppressed" : ""} has the same quasi-identifiers as ${whom}.`,
    one.suppressed > 0 ? `${count(one.suppressed)} of ${several(rows, "row")} (${percent(one.suppressed / Math.max(1, rows), 2)}) ${one.suppressed === 1 ? "is" : "are"} suppressed: ${result?.suppressed_rows === "dropped" ? "left out of the release" : "published with * in every quasi-identifier"}.` : "No row is suppressed.",
    (result?.suppressed_cells ?? 0) > 0 ? `${several(result?.suppressed_cells ?? 0, "single cell")} ${result?.suppressed_cells === 1 ? "is" : "are"} blanked.` : "",
    metric === "loss" || loss === null ? "" : `The loss is ${percent(loss)}.`,
    metric === "ach" ? "" : `The ${label(metric)} is ${amount(metric, one.value)}${one.outcome === "optimal" ? `, proven to be the smallest that ${recodingName(one.recoding)} can have` : ""}.`,
    gone > 0 ? `${several(gone, "column")} with the role of an identifier or person key ${gone === 1 ? "is" : "are"} left out.` : dropped ? "No column is left out." : "",
  ].filter(Boolean).join(" ");
}

interface Concern {
  key: string;
  /** Of the warning that it is; null: the page's own. */
  code: string | null;
  text: HTMLElement;
}

/** What has to be read before a release: warnings of the result, and what the page itself sees. */
function concerns(one: Candidate): Concern[] {
  const made: Concern[] = (one.result?.warnings ?? []).map((warning) => ({ key: `${one.id}:${warning.code}:${warning.attribute ?? ""}`, code: warning.code, text: warningItem(warning) }));
  const names = erased(one);
  if (names.length > 0) made.push({ key: `${one.id}:erased`, code: null, text: element("span", {}, `Nothing is left of ${names.map((name) => label(name, 40)).join(", ")}.`) });
  if (one.revision !== now().revision) made.push({ key: `${one.id}:stale:${now().revision}`, code: null, text: element("span", {}, "The plan has changed since this candidate was found. It is released as it was found.") });
  return made;
}

/** The codes of the warnings whose boxes are ticked, each once: the plan of the release accepts them. */
function acceptedCodes(one: Candidate): string[] {
  return [...new Set(concerns(one).flatMap((each) => (each.code !== null && acknowledged.has(each.key) ? [each.code] : [])))];
}

function fileTitle(file: ReleaseFile): string {
  if (file.name === "report.html") return "Report";
  if (file.name === "plan.yaml") return "Plan";
  if (file.name === "result.json") return "Result";
  if (file.name === "front.csv") return "Front";
  return file.name.startsWith("hierarchies/") ? "Hierarchy" : "Release";
}

const fileOrder = ["Release", "Report", "Plan", "Result", "Front", "Hierarchy"];

function downloadItem(release: Release, file: ReleaseFile): HTMLElement {
  return element(
    "li",
    {},
    element(
      "a",
      {
        class: "button",
        href: downloadAddress(release.id, file.name),
        download: file.name.split("/").pop() ?? file.name,
        "aria-label": `Download ${fileTitle(file).toLowerCase()}: ${label(file.name, 60)}`,
      },
      fileTitle(file),
    ),
    element("span", {}, element("bdi", {}, label(file.name, 60)), element("span", { class: "help" }, bytes(file.bytes))),
    element("code", { class: "hash", title: "SHA-256" }, file.sha256),
  );
}

function downloads(release: Release): HTMLElement {
  const files = [...(release.files ?? [])].sort((a, b) => fileOrder.indexOf(fileTitle(a)) - fileOrder.indexOf(fileTitle(b)));
  const list = (of: ReleaseFile[]): HTMLElement => element("ul", { class: "downloads" }, ...of.map((file) => downloadItem(release, file)));
  const hierarchies = files.filter((file) => fileTitle(file) === "Hierarchy");
  return element(
    "div",
    {},
    list(files.filter((file) => fileTitle(file) !== "Hierarchy")),
    hierarchies.length > 0 && element("details", {}, element("summary", {}, `${count(hierarchies.length)} hierarchies`), list(hierarchies)),
  );
}

function commandBox(command: string): HTMLElement {
  const said = element("span", { class: "help", role: "status" });
  const copy = button("Copy", () => void copyText(command).then((done) => (said.textContent = done ? "Copied." : "Select the line and copy it.")));
  return element("div", { class: "command" }, element("p", {}, "The same in a script, where the table is:"), element("pre", { tabindex: 0, "aria-label": "Command line" }, element("code", {}, command)), element("p", { class: "buttons" }, copy, said));
}

function done(release: Release): HTMLElement {
  return element(
    "section",
    { class: "released", "aria-labelledby": "released-title", tabindex: -1 },
    element("h3", { id: "released-title" }, icon(icons.good), `Release ${release.id} is written and verified`),
    release.tone && release.headline ? notice(release.tone === "open" ? "plain" : release.tone, release.headline) : null,
    ...(release.conditions ?? []).map((one) => notice(one.tone, one.advice ? `${one.sentence} ${one.advice}` : one.sentence)),
    unjudged(release),
    notLookedAt(release),
    downloads(release),
    commandBox(release.command),
  );
}

function notLookedAt(release: Release): HTMLElement | null {
  const all = release.not_looked_at ?? [];
  if (all.length === 0) return null;
  return element("details", { class: "unseen-list" }, element("summary", {}, `Not looked at: ${all.map((one) => one.name).join(", ")}`), element("ul", {}, ...all.map((one) => element("li", {}, one.sentence))));
}

/** Rules about a population held in the search, but a release alone does not show it. */
function unjudged(release: Release): HTMLElement | null {
  const rules = release.verdict?.unjudged ?? 0;
  if (rules === 0) return null;
  return notice("warn", `${count(rules)} rule${rules === 1 ? "" : "s"} about the population cannot be judged from a release alone: ${rules === 1 ? "it was" : "they were"} held to when it was made.`);
}

/** The paper of a release that cannot be read any more says nothing but its number. */
function brokenRow(one: Release): HTMLElement {
  return element("tr", {}, element("th", { scope: "row" }, one.id), element("td", { colspan: 6 }, "release.json is missing, or cannot be read."), element("td", {}, element("b", { class: "broken" }, "changed since")));
}

function date(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

function history(all: Release[]): HTMLElement {
  if (all.length === 0) return element("p", { class: "help" }, "Nothing was released in this project yet.");
  return element(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Releases of this project" },
    element(
      "table",
      { class: "history" },
      element("caption", { class: "unseen" }, "Releases of this project"),
      element("thead", {}, element("tr", {}, ...["Release", "Made", "From", "k", "Rows", "Lost", "Files", "State"].map((name, at) => element("th", { scope: "col", class: at > 2 && at < 6 ? "number" : null }, name)))),
      element(
        "tbody",
        {},
        ...[...all].reverse().map((one) =>
          !one.files
            ? brokenRow(one)
            : element(
            "tr",
            {},
            element("th", { scope: "row" }, one.id),
            element("td", {}, date(one.made)),
            element("td", {}, element("bdi", {}, label(one.input.name ?? one.input.path?.split("/").pop() ?? "", 60))),
            element("td", { class: "number" }, one.k === null ? "–" : count(one.k)),
            element("td", { class: "number" }, one.rows === null ? "–" : count(one.rows)),
            element("td", { class: "number" }, one.value === null ? "–" : `${one.metric === "loss" || one.metric === null ? "" : `${one.metric} `}${amount(one.metric, one.value)}`),
            element("td", {}, element("details", {}, element("summary", {}, `${count(one.files.length)} files`), downloads(one), commandBox(one.command))),
            element("td", {}, one.whole ? "whole" : element("b", { class: "broken" }, "changed since")),
          ),
        ),
      ),
    ),
  );
}

function picker(choose: (id: string) => void): HTMLElement {
  const chosen = present();
  const all = now().candidates.filter((one) => one.outcome !== "infeasible");
  return element(
    "fieldset",
    { class: "choices candidates-choice" },
    element("legend", {}, "Candidate"),
    ...all.map((one) => {
      const input = element("input", { type: "radio", name: "candidate", value: one.id, "data-focus": `pick-${one.id}` });
      input.checked = one.id === chosen?.id;
      input.addEventListener("change", () => choose(one.id));
      return element("label", { class: "choice" }, input, element("span", {}, element("b", {}, element("bdi", {}, label(candidateName(one), 60))), element("small", {}, `${candidateLine(one)}: ${one.metric} ${amount(one.metric, one.value)}`)));
    }),
  );
}

export const releaseStep: Step = {
  id: "release",
  name: "Release",
  sentence: "The release is written, read back and compared cell by cell. It appears complete and verified, or not at all.",
  show(host) {
    const choice = element("div");
    const about = element("div", { class: "release-about" });
    const result = element("div", { "aria-live": "polite" });
    const past = element("div");
    const line = jobLine((error) => {
      const one = present();
      return one && error instanceof JobError && error.failure.code === "release_differs" ? repeatable(one) : null;
    });
    const name = element("input", { type: "text", autocomplete: "off", maxlength: 60, placeholder: "as the input" });
    let busy = false;
    let closed = false;

    /** A search that the clock ended may go another way each time: one with a given number of steps does not. */
    const repeatable = (one: Candidate): HTMLElement => {
      const steps = one.result?.evaluations ?? 0;
      const again = async (): Promise<void> => {
        const set = { recoding: one.recoding, "search.metric": one.metric, "search.time_limit": null, "search.evaluations": String(steps) };
        const job = await line.run("search", { set }, `Searching with ${count(steps)} evaluations`);
        if (!job?.candidate) return;
        const found = await loadCandidate(job.candidate);
        change({ chosen: found.id });
        await loadCandidates();
      };
      return notice("plain", "Nothing was released. A search that ends by the clock or by hand cannot always be repeated exactly, and a release must be. Search with the same number of evaluations instead, look at what it finds, and release that. ", button("Search so", () => void again()));
    };

    const loadHistory = async (): Promise<Release[]> => {
      const { releases } = await get<{ releases: Release[] }>("/releases");
      if (!closed) redraw(past, history(releases));
      return releases;
    };

    const release = async (one: Candidate): Promise<void> => {
      busy = true;
      draw();
      redraw(result);
      const title = name.value.trim();
      const job = await line.run("release", { candidate: one.id, accept: acceptedCodes(one), ...(title ? { name: title } : {}) }, "Releasing");
      busy = false;
      if (closed) return;
      draw();
      try {
        const all = await loadHistory();
        const made = job?.release ? all.find((each) => each.id === job.release) : null;
        if (!made) return;
        redraw(result, done(made));
        say(`Release ${made.id} is written and verified`);
        result.querySelector<HTMLElement>(".released")?.focus({ preventScroll: false });
        await loadCandidates();
      } catch (error) {
        redraw(result, failure(error));
      }
    };

    const draw = (): void => {
      const one = present();
      redraw(choice, now().candidates.length > 0 ? picker((id) => change({ chosen: id })) : null);
      if (!one) return redraw(about, notice("plain", "There is nothing to release yet. ", button("Ask for a release", () => goTo("ask"), { kind: "quiet" })));
      if (!one.result) {
        void loadCandidate(one.id).catch(() => undefined);
        return;
      }
      const all = concerns(one);
      const open = all.filter((each) => !acknowledged.has(each.key));
      const start = button(busy ? "Releasing…" : "Release", () => void release(one), { kind: "main" });
      start.dataset.focus = "release";
      enable(start, !busy && open.length === 0);
      redraw(
        about,
        element("p", { class: "release-summary" }, summary(one)),
        all.length > 0
          ? element(
              "fieldset",
              { class: "concerns" },
              element("legend", {}, "To be known before"),
              ...all.map((each) => {
                const box = element("input", { type: "checkbox", "data-focus": each.key });
                box.checked = acknowledged.has(each.key);
                box.addEventListener("change", () => {
                  if (box.checked) acknowledged.add(each.key);
                  else acknowledged.delete(each.key);
                  draw();
                });
                return element("label", { class: "concern", "data-code": each.code }, box, each.text);
              }),
            )
          : null,
        element("p", { class: "buttons" }, start, open.length > 0 ? element("span", { class: "help" }, "Acknowledge each of them first.") : null),
      );
    };

    host.append(card("What is released", choice, field("Name", name, "The file's name, without its ending."), about, line.root, result), card("History", past));
    draw();
    loadHistory().catch((error: unknown) => redraw(past, failure(error)));
    const end = listen(["candidates", "chosen", "revision"], draw);
    return () => {
      closed = true;
      end();
    };
  },
};
