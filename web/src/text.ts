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

const plain = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const tiny = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 4 });

/** A number with six significant digits; a dash if it is missing. */
export function number(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return tiny.format(value).replace("E-", "e−").replace("E", "e").replace("-", "−");
  return (Number.isInteger(value) ? value.toLocaleString("en") : plain.format(value)).replace("-", "−");
}

export function count(value: number): string {
  return value.toLocaleString("en");
}
