/** Strings and numbers for readers. */

/** Characters that are invisible or change the writing direction; shown by their code. */
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

export function visible(text: string): string {
  return text.replace(invisible, (c) => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** At most `limit` characters, cut in the middle. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = Array.from(text);
  if (characters.length <= limit) return text;
  const tail = Math.floor((limit - 1) / 3);
  return `${characters.slice(0, limit - 1 - tail).join("")}…${characters.slice(characters.length - tail).join("")}`;
}

export function label(text: string | null | undefined, limit = 200): string {
  return shorten(visible(text ?? ""), limit);
}

let digits = 3;
let plain = new Intl.NumberFormat("en", { maximumSignificantDigits: digits });
const tiny = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** Significant digits of the numbers on the page. The result has them all. */
export function setDigits(count: number): void {
  digits = count;
  plain = new Intl.NumberFormat("en", { maximumSignificantDigits: count });
}

/** A number as people read it; a dash if it is missing. Whole numbers stay as they are. */
export function number(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return tiny.format(value).replace("E-", "e−").replace("E", "e").replace("-", "−");
  const format = Number.isInteger(value) || size >= 10 ** digits ? whole : plain;
  return format.format(value).replace("-", "−");
}

const day = 86_400_000;

export function toTime(days: number): number {
  return days * day;
}

/** Days since 1970 as 2020-05-03. */
export function date(days: number | null | undefined): string {
  if (days === null || days === undefined || !Number.isFinite(days)) return "–";
  const when = new Date(toTime(Math.round(days)));
  return Number.isNaN(when.getTime()) ? number(days) : when.toISOString().replace(/T.*/, "").replace(/^\+00/, "");
}

export function count(value: number): string {
  return value.toLocaleString("en");
}
