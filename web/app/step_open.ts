/** Open: drop or choose a file, or take one of the folder or of those opened lately. */

import { element, icon } from "../src/dom";
import { count, label } from "../src/text";
import { get, post, upload, type Upload } from "./api";
import { forgetExploration } from "./explore_panel";
import { stepIcons } from "./icons";
import { finish, isOver, loadSession, stop } from "./jobs";
import { goTo, type Step } from "./step";
import { change, now } from "./store";
import { tableRows, type TableRows } from "./table_rows";
import type { FileEntry, Files, Job, Session } from "./types";
import { button, bytes, card, failure, notice, phaseName, progressBar, redraw, say, select, field } from "./widgets";

const state: HTMLElement = element("div", { class: "open-state" });
let lists: HTMLElement | null = null;
/** How to read the next file; empty: as Shoal finds it. */
const reading: Record<string, string> = {};

function accepted(): string {
  return (now().about?.places ?? []).flatMap((place) => (typeof place.suffixes === "string" ? place.suffixes.split(/[ ,]+/) : (place.suffixes ?? []))).filter((suffix) => suffix.startsWith(".")).join(",");
}

/** The rows of a table that was read, while its columns are looked at. Null: it is over already. */
async function preview(): Promise<TableRows | null> {
  const { opening } = await get<Session>("/session");
  if (!opening) return null;
  const rows = tableRows(opening, "opening");
  const facts = element("p", { class: "preview-facts" }, element("b", {}, element("bdi", {}, label(opening.name, 60))), ` ${count(opening.rows)} rows, ${count(opening.columns.length)} columns`);
  return { root: element("section", { class: "preview", "aria-label": "The table that is being opened" }, facts, rows.root), close: rows.close };
}

/** Follows the opening of a table, also one that began before the page was loaded. What was open
 * stays until it has ended well. */
async function followOpening(job: Job, name: string): Promise<void> {
  const bar = progressBar(`Opening ${label(name)}`);
  const cancel = button("Cancel", () => void stop(job.id, false).catch(() => undefined), { kind: "quiet" });
  const place = element("div");
  let asked = false;
  let rows: TableRows | null = null;
  let over = false;
  redraw(state, element("div", { class: "busy" }, element("p", {}, "Opening ", element("b", {}, label(name))), bar.root, cancel), place);
  const show = (each: Job): void => {
    bar.set(each.done, each.phase === "inspect" ? "Looking at what the columns hold…" : `${phaseName(each)}…`);
    if (asked || isOver(each) || each.phase !== "inspect") return;
    asked = true;
    preview()
      .then((made) => {
        rows = made;
        if (over || !made) return;
        redraw(place, made.root);
        state.scrollIntoView({ block: "nearest" });
      })
      .catch(() => undefined);
  };
  show(job);
  try {
    await finish(job, show);
    forgetExploration();
    change({ plan: null, inspection: null, candidates: [], chosen: null });
    await loadSession();
    say(`${name} is open`);
    redraw(state);
    goTo("understand");
  } catch (error) {
    redraw(state, failure(error));
  } finally {
    over = true;
    (rows as TableRows | null)?.close();
  }
}

async function open(id: string, name: string): Promise<void> {
  redraw(state);
  try {
    const { job } = await post<{ job: Job }>("/open", { file: id, ...reading });
    await followOpening(job, name);
  } catch (error) {
    redraw(state, failure(error));
  }
}

async function send(file: File): Promise<void> {
  const bar = progressBar(`Copying ${label(file.name)}`);
  let sending: Upload | null = null;
  const cancel = button("Cancel", () => sending?.abort(), { kind: "quiet" });
  redraw(state, element("div", { class: "busy" }, element("p", {}, "Copying ", element("b", {}, label(file.name)), " to Shoal's private folder"), bar.root, cancel));
  bar.set(0, `0 of ${bytes(file.size)}`);
  try {
    sending = upload(file, (share) => bar.set(share, `${bytes(share * file.size)} of ${bytes(file.size)}`));
    const { id, name } = await sending.done;
    await open(id, name);
    await drawLists();
  } catch (error) {
    redraw(state, failure(error));
  }
}

function dropZone(): HTMLElement {
  const input = element("input", { type: "file", id: "file", accept: accepted() || null, class: "unseen" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void send(file);
    input.value = "";
  });
  const choose = element("label", { for: "file", class: "button main" }, "Choose a file");
  const limit = now().about?.limits.upload;
  const zone = element(
    "div",
    { class: "drop" },
    icon(stepIcons.open),
    element("p", { class: "drop-title" }, "Drop a table here"),
    element("p", { class: "drop-or" }, input, choose),
    element("p", { class: "help" }, `CSV, Excel, Parquet, SPSS, Stata, SAS and others${limit ? `, up to ${bytes(limit)}` : ""}. It is copied to a private folder on this machine and removed when Shoal ends.`),
  );
  for (const kind of ["dragenter", "dragover"])
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    const file = event.dataTransfer?.files[0];
    if (file) void send(file);
  });
  return zone;
}

function when(text: string | undefined): string {
  const time = text ? new Date(text) : null;
  return time && !Number.isNaN(time.getTime()) ? time.toLocaleDateString("en", { day: "numeric", month: "short", year: "numeric" }) : "";
}

function entry(file: FileEntry, kind: string): HTMLElement {
  const open_ = element(
    "button",
    { type: "button", class: "file", "data-focus": `${kind}-${file.id}` },
    element("b", {}, element("bdi", {}, label(file.name, 90))),
    element("span", {}, [file.folder && label(file.folder, 80), bytes(file.bytes), when(file.opened)].filter(Boolean).join(" · ")),
  );
  open_.addEventListener("click", () => void open(file.id, file.name));
  return element("li", {}, open_);
}

function fileCard(title: string, files: FileEntry[], kind: string): HTMLElement | null {
  return files.length > 0 ? card(title, element("ul", { class: "files" }, ...files.map((file) => entry(file, kind)))) : null;
}

async function drawLists(): Promise<void> {
  if (!lists) return;
  try {
    const files = await get<Files>("/files");
    if (lists) redraw(lists, fileCard("In the folder", files.folder, "folder"), fileCard("Opened lately", files.recent, "recent"), fileCard("Uploaded", files.uploads, "upload"));
  } catch (error) {
    if (lists) redraw(lists, failure(error));
  }
}

/** Rarely needed: Shoal finds these by itself. */
function readingDetails(): HTMLElement {
  const set = (key: string) => (value: string): void => {
    if (value === "") delete reading[key];
    else reading[key] = value;
  };
  const sheet = element("input", { type: "text", autocomplete: "off", placeholder: "the first" });
  sheet.addEventListener("input", () => set("sheet")(sheet.value));
  const found = { value: "", name: "as found" };
  return element(
    "details",
    { class: "reading" },
    element("summary", {}, "How to read the file"),
    element(
      "div",
      { class: "fields" },
      field("Delimiter", select([found, { value: ",", name: "comma" }, { value: ";", name: "semicolon" }, { value: "tab", name: "tab" }, { value: "|", name: "vertical bar" }], "", set("delimiter"))),
      field("First line has names", select([found, { value: "yes", name: "yes" }, { value: "no", name: "no" }], "", set("header"))),
      field("Decimal sign", select([found, { value: "point", name: "point" }, { value: "comma", name: "comma" }], "", set("decimal"))),
      field("Characters", select([found, { value: "utf-8", name: "UTF-8" }, { value: "windows-1252", name: "windows-1252" }, { value: "iso-8859-15", name: "ISO-8859-15" }, { value: "utf-16", name: "UTF-16" }], "", set("encoding"))),
      field("Sheet of a workbook", sheet),
    ),
  );
}

export const openStep: Step = {
  id: "open",
  name: "Open",
  sentence: "Choose the table to release. It stays on this machine.",
  show(host) {
    lists = element("div", { class: "file-lists" });
    redraw(state);
    const { table, about } = now();
    host.append(
      state,
      dropZone(),
      table ? notice("plain", element("b", {}, label(table.name)), " is open. Another table takes its place; the project stays.") : element("span"),
      readingDetails(),
      lists,
      element("p", { class: "help project" }, about ? (about.project.kept ? `Project folder: ${label(about.project.folder)}` : "No project folder: what is released here is gone when Shoal ends, unless you download it.") : ""),
    );
    void drawLists();
    const opening = now().jobs.find((job) => job.kind === "open" && !isOver(job));
    if (opening) void followOpening(opening, "the table");
    return () => {
      lists = null;
    };
  },
};
