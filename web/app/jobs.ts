/** Jobs of the server: started, followed by their events, and the state that follows from them. */

import { eventsAddress, get, part, post } from "./api";
import { change, now } from "./store";
import type { Candidate, Failure, Inspection, Job, Plan, Session, TableFacts } from "./types";

export function isOver(job: Job): boolean {
  return job.state === "ended" || job.state === "failed" || job.state === "cancelled";
}

export class JobError extends Error {
  constructor(
    readonly job: Job,
    readonly failure: Failure,
  ) {
    super(failure.message);
  }
}

/** Ends with the job as it ended. The stream comes back by itself after a pause; where the server
 * refuses it the job is asked for instead, and where the server is gone that fails. */
export function follow(id: string, progress: (job: Job) => void): Promise<Job> {
  return new Promise((resolve, reject) => {
    const stream = new EventSource(eventsAddress(id));
    const take = (job: Job): void => {
      progress(job);
      if (!isOver(job)) return;
      stream.close();
      resolve(job);
    };
    stream.addEventListener("job", (event) => take(JSON.parse((event as MessageEvent<string>).data) as Job));
    stream.onerror = () => {
      const gone = (error: unknown): void => {
        stream.close();
        reject(error);
      };
      if (stream.readyState === EventSource.CONNECTING) return void get<Job>(`/jobs/${part(id)}`).then(take, gone);
      poll(id, progress).then(resolve, gone);
    };
  });
}

async function poll(id: string, progress: (job: Job) => void): Promise<Job> {
  for (;;) {
    const job = await get<Job>(`/jobs/${part(id)}`);
    progress(job);
    if (isOver(job)) return job;
    await new Promise((again) => setTimeout(again, 500));
  }
}

/** Puts a job's state into the list of jobs. */
function note(job: Job): void {
  const others = now().jobs.filter((one) => one.id !== job.id);
  change({ jobs: isOver(job) ? others : [...others, job] });
}

/** Follows a job to its end; failures and cancellations are errors. */
export async function finish(started: Job, progress: (job: Job) => void = () => undefined): Promise<Job> {
  note(started);
  const job = isOver(started)
    ? started
    : await follow(started.id, (each) => {
        note(each);
        progress(each);
      });
  note(job);
  if (job.state === "failed") throw new JobError(job, job.error ?? { code: "failed", message: "It failed." });
  if (job.state === "cancelled") throw new JobError(job, { code: "cancelled", message: "Cancelled." });
  return job;
}

export async function start(kind: string, asks: object = {}): Promise<Job> {
  return (await post<{ job: Job }>("/jobs", { kind, ...asks })).job;
}

export async function run(kind: string, asks: object, progress?: (job: Job) => void): Promise<Job> {
  return finish(await start(kind, asks), progress);
}

export function stop(job: string, keep: boolean): Promise<Job> {
  return post<Job>(`/jobs/${part(job)}/stop`, { keep });
}

export function isCancelled(error: unknown): boolean {
  return error instanceof JobError && error.failure.code === "cancelled";
}

/** ---- The state of the session ---- */

/** Candidates as the server lists them, with the results that are known already. */
function withResults(candidates: Candidate[]): Candidate[] {
  const known = new Map(now().candidates.map((one) => [one.id, one]));
  return candidates.map((one) => ({ ...known.get(one.id), ...one }));
}

export function isSameTable(one: TableFacts | null, other: TableFacts | null): boolean {
  return one?.name === other?.name && one?.sha256 === other?.sha256 && one?.rows === other?.rows;
}

export async function loadSession(): Promise<void> {
  const session = await get<Session>("/session");
  const other = !isSameTable(session.table, now().table) || session.revision !== now().revision;
  const opened = session.jobs.filter((job) => job.kind === "open" && job.state === "ended").pop();
  const parts = { revision: session.revision, candidates: withResults(session.candidates), opening: [...(opened?.notes ?? []), ...(opened?.warnings ?? [])], jobs: session.jobs.filter((job) => !isOver(job)), releases: session.releases };
  if (session.table && (other || !now().plan)) {
    const [inspection, plan] = await Promise.all([get<Inspection>("/inspection"), get<Plan>("/plan")]);
    change({ ...parts, table: session.table, inspection, plan });
  } else change({ ...parts, table: session.table });
}

/** Asks for a candidate with its result, and puts it into the list. */
export async function loadCandidate(id: string): Promise<Candidate> {
  const found = await get<Candidate>(`/candidates/${part(id)}`);
  const { candidates } = now();
  change({ candidates: candidates.some((one) => one.id === id) ? candidates.map((one) => (one.id === id ? found : one)) : [...candidates, found] });
  return found;
}

/** The list as the server has it. */
export async function loadCandidates(): Promise<void> {
  const session = await get<Session>("/session");
  change({
    revision: session.revision,
    releases: session.releases,
    candidates: withResults(session.candidates),
  });
}
