/** The recodings, in the words of the page. */

import { now } from "./store";
import type { Choice } from "./widgets";

const recodings: Choice[] = [
  { value: "lattice", name: "Levels", sentence: "One level per column, the same for every row. Easy to read; the optimum can be proven." },
  { value: "cut", name: "Cuts", sentence: "Ordered values in groups of neighbours, as fine as possible." },
  { value: "local", name: "Local", sentence: "Clusters of similar records, each with its own groups: loses least." },
  { value: "mondrian", name: "Mondrian", sentence: "Records cut into parts, column by column; no two labels overlap." },
  { value: "suppress", name: "Blank cells", sentence: "Single cells are blanked; values that stay are as they were." },
  { value: "microaggregation", name: "Averages", sentence: "Numbers and dates become averages of similar records." },
];

/** Those that this build has. */
export function knownRecodings(): Choice[] {
  const known = new Set((now().about?.recodings ?? []).map((one) => one.name));
  return recodings.filter((one) => known.size === 0 || known.has(one.value));
}

export function recodingName(recoding: string): string {
  return recodings.find((one) => one.value === recoding)?.name.toLowerCase() ?? recoding;
}
