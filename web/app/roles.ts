/** The roles a column can have, in the words of the page. */

import type { Choice } from "./widgets";

export const roles: (Choice & { several?: string })[] = [
  { value: "identifier", name: "Identifier", several: "Identifiers", sentence: "names a person: left out of the release" },
  { value: "quasi", name: "Quasi-identifier", several: "Quasi-identifiers", sentence: "others may know it: made coarser until enough people look alike" },
  { value: "sensitive", name: "Sensitive", sentence: "nobody should learn it about a person: published, and protected by models" },
  { value: "plain", name: "Plain", sentence: "no outsider can know it: published as it is" },
  { value: "person", name: "Person key", several: "Person keys", sentence: "says whose row it is: k counts people, and it is never published" },
  { value: "household", name: "Household key", several: "Household keys", sentence: "says which rows belong together: for risks" },
  { value: "weight", name: "Weight", several: "Weights", sentence: "how many people of the population a row stands for" },
];

export function roleName(role: string): string {
  return roles.find((one) => one.value === role)?.name ?? role;
}
