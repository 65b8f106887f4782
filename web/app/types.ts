/** What the server answers (docs/server.md), as far as the page uses it. */

export interface Failure {
  code: string;
  message: string;
  key?: string | null;
}

export interface Named {
  name: string;
  summary: string;
  group?: string | null;
}

export interface About {
  shoal: string;
  reports: boolean;
  project: { name: string; folder: string; kept: boolean };
  limits: { upload: number; jobs: number };
  places: { name: string; summary: string; suffixes: string | string[] | null }[];
  algorithms: Named[];
  metrics: Named[];
  models: Named[];
  recodings: Named[];
}

export interface FileEntry {
  id: string;
  name: string;
  bytes?: number;
  folder?: string;
  opened?: string;
}

export interface Files {
  folder: FileEntry[];
  recent: FileEntry[];
  uploads: FileEntry[];
}

export interface TableFacts {
  name: string;
  rows: number;
  columns: string[];
  bytes: number;
  sha256: string | null;
  command_input: string;
}

/** A table that was read and is being looked at. */
export interface OpeningFacts {
  name: string;
  rows: number;
  columns: string[];
}

export interface Warning {
  code: string;
  attribute?: string | null;
  message: string;
  accepted?: boolean;
}

export type JobState = "waiting" | "running" | "ended" | "failed" | "cancelled";

export interface Job {
  id: string;
  kind: "open" | "risk" | "search" | "compare" | "explore" | "release";
  state: JobState;
  phase: string | null;
  done: number | null;
  best: number | null;
  bound: number | null;
  gap: number | null;
  evaluations: number | null;
  seconds: number | null;
  candidate: string | null;
  release: string | null;
  error: Failure | null;
  notes: Warning[];
  warnings: Warning[];
}

export interface Candidate {
  id: string;
  name: string;
  pinned: boolean;
  revision: number;
  k: number | null;
  suppression: number | null;
  recoding: string;
  metric: string;
  outcome: string;
  value: number | null;
  bound: number | null;
  gap: number | null;
  suppressed: number;
  classes: number;
  k_eff: number | null;
  levels: Record<string, number> | null;
  seconds: number;
  has_rows: boolean;
  front: number;
  result?: Result;
  plan?: string;
}

export interface Session {
  revision: number;
  table: TableFacts | null;
  opening: OpeningFacts | null;
  jobs: Job[];
  candidates: Candidate[];
  releases: number;
}

export interface Numbers {
  missing: number;
  mean: number | null;
  smallest: number | null;
  largest: number | null;
  low: number;
  high: number;
  bins: number[];
}

export interface Values {
  rows: number;
  missing: number;
  distinct: number;
  top: { value: string | null; rows: number; original_rows?: number }[];
  rest: number;
  numbers: Numbers | null;
}

export interface InspectedColumn {
  name: string;
  type: string;
  format: string | null;
  role: string;
  given: boolean;
  certainty: string;
  reason: string | null;
  planned_role: string;
  hierarchy_built: string | null;
  values: Values;
}

export interface Inspection {
  rows: number;
  columns: InspectedColumn[];
  combinations: { sets: { columns: string[]; rows: number }[] } | null;
}

export interface Plan {
  revision: number;
  yaml: string;
  attributes: Record<string, Record<string, string>>;
  keys: Record<string, string>;
}

export interface HierarchyValue {
  labels: string[];
  rows: number;
}

export interface Finding {
  message: string;
  line?: number | null;
}

export interface Hierarchy {
  column: string;
  source: string;
  described: string | null;
  height: number;
  values: HierarchyValue[];
  total: number;
  findings?: Finding[];
}

export interface FrontPoint {
  point: number;
  chosen: boolean;
  k_eff: number;
  classes: number;
  suppressed: number;
  metrics: Record<string, number | null>;
}

export interface ResultColumn {
  level?: number | null;
  groups?: (string | null)[];
  values?: number;
  loss: number | null;
  height?: number | null;
}

/** What `anonymize --result` writes. */
export interface Result {
  outcome: string;
  recoding: string;
  algorithm: string;
  metric: string;
  value: number | null;
  bound: number | null;
  gap: number | null;
  evaluations: number;
  rows: number;
  suppressed: number;
  suppressed_cells?: number;
  /** Whether suppressed rows are published. */
  suppressed_rows?: "kept" | "dropped" | "none";
  classes: number;
  k: number;
  k_eff: number;
  persons: number | null;
  metrics: Record<string, number | null>;
  attributes: Record<string, ResultColumn>;
  privacy?: { models: { model: string; rule: string; attribute: string | null; asked: number; found: number | null }[] } | null;
  front: FrontPoint[];
  warnings: Warning[];
}

export interface RiskOf {
  largest: number | null;
  average: number | null;
  above: number | null;
  share_above: number | null;
}

export interface Risks {
  rows: number;
  persons: number | null;
  suppressed: number;
  k: number | null;
  k_eff: number | null;
  classes: { count: number; sizes: { from: number; to: number; classes: number; rows: number }[] } | null;
  risk: { threshold: number; prosecutor: RiskOf; journalist: RiskOf; marketer: RiskOf };
  uniques: { sample: number | null } | null;
  inference: Record<string, { guessed: number | null; majority: number | null; certain: number | null }> | null;
  combinations: { sets: { attributes: string[]; records: number }[]; attributes: Record<string, { share: number | null }> } | null;
}

export interface AssessedColumn {
  role: string;
  type: string;
  loss: number | null;
  before?: Values | null;
  after: Values;
  distance: number | null;
  distance_name: string | null;
}

export interface Assessment extends Risks {
  quasi: string[];
  sensitive: string[];
  before: Risks | null;
  utility: { attributes: Record<string, AssessedColumn> } | null;
  verdict: { holds: boolean | null } | null;
}

export interface ExploredPoint {
  k: number;
  suppression: number;
  outcome: string;
  value: number | null;
  bound: number | null;
  gap: number | null;
  suppressed: number | null;
  classes: number | null;
  k_eff: number | null;
}

export interface Exploration {
  recodings: {
    recoding: string;
    metric: string;
    points: ExploredPoint[];
    costs: {
      value: number | null;
      attributes: { attribute: string; left_out: { value: number | null }; untouched: { value: number | null; outcome: string } }[];
    } | null;
  }[];
}

export interface ReleaseFile {
  name: string;
  bytes: number;
  sha256: string;
}

export interface Release {
  id: string;
  made: string;
  input: { name?: string; path?: string; sha256?: string; rows?: number };
  verdict?: { unjudged: number };
  tone?: "open" | "good" | "warn" | "bad" | null;
  headline?: string | null;
  conditions?: { name: string; tone: "warn" | "bad"; sentence: string; advice?: string }[]; // those that are not green
  not_looked_at?: { name: string; sentence: string }[];
  files?: ReleaseFile[]; // none: release.json cannot be read
  command: string;
  k: number | null;
  rows: number | null;
  value: number | null;
  metric: string | null;
  whole: boolean;
}
