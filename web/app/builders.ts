/** The builders of hierarchies, in the words of the page. */

export interface Builder {
  spec: string;
  name: string;
  sentence: string;
  /** An example of what may stand after the colon; null: nothing may. */
  details: string | null;
}

export const builders: Builder[] = [
  { spec: "auto", name: "As Shoal finds it", sentence: "Looks at the values and chooses a builder.", details: null },
  { spec: "ranges", name: "Ranges of equal width", sentence: "Numbers in ranges. Widths may be given, each a multiple of the one before.", details: "5,10,50" },
  { spec: "bands", name: "Bands by frequency", sentence: "Ranges that follow the distribution, halved at round numbers.", details: null },
  { spec: "magnitudes", name: "Orders of magnitude", sentence: "For amounts from very small to very large.", details: null },
  { spec: "intervals", name: "Merged intervals", sentence: "Values that are intervals already, such as 18-24, joined with their neighbours.", details: null },
  { spec: "mask", name: "Masked characters", sentence: "Replaces one more character at each level by a star, from the right or the left.", details: "right" },
  { spec: "prefix", name: "Prefixes of codes", sentence: "The first characters of a code, one less at each level.", details: null },
  { spec: "dates", name: "Dates", sentence: "Day, month, quarter, year, decade. The order may be given (dmy, mdy, ymd), or week.", details: "week" },
  { spec: "grown", name: "Grown from the data", sentence: "Joins values that occur with the same values of other quasi-identifiers.", details: "frequency" },
  { spec: "groups", name: "Groups by name", sentence: "Members with | between them, groups with ; and the next level after a /.", details: "together=a|b;apart=c" },
  { spec: "icd10", name: "Diagnoses (ICD-10)", sentence: "Category, block and chapter.", details: null },
  { spec: "countries", name: "Countries", sentence: "Region and continent of ISO 3166 codes or English names.", details: null },
  { spec: "m49", name: "UN numbers of countries", sentence: "Region and continent.", details: null },
  { spec: "nuts", name: "European regions (NUTS)", sentence: "Codes by their prefixes.", details: null },
];

export function builderOf(source: string): Builder | null {
  const name = source.split(":")[0] ?? "";
  return builders.find((one) => one.spec === name) ?? null;
}
