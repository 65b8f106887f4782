/** Changes of the plan, one after the other: the last one that was asked for is what stays. */

import { call } from "./api";
import { change, now } from "./store";
import type { Plan } from "./types";

export type Changes = Record<string, string | null>;

let queue: Promise<unknown> = Promise.resolve();
let asked = 0;
/** Those that the server has not answered yet, the oldest first. */
const unanswered: Changes[] = [];

/** Shows a change before the server has answered. */
function expectChanges(set: Changes): void {
  const { plan } = now();
  if (!plan) return;
  const keys = { ...plan.keys };
  const attributes = { ...plan.attributes };
  const put = (into: Record<string, string>, key: string, value: string | null): void => {
    if (value === null) delete into[key];
    else into[key] = value;
  };
  for (const [key, value] of Object.entries(set)) {
    const found = /^attributes\.(.*)\.([^.]+)$/s.exec(key);
    if (!found) put(keys, key, value);
    else {
      const name = found[1] as string;
      attributes[name] = { ...attributes[name] };
      put(attributes[name] as Record<string, string>, found[2] as string, value);
    }
  }
  change({ plan: { ...plan, keys, attributes } });
}

/** All or nothing. After a failure the plan is as the server has it. */
export function setPlan(set: Changes): Promise<void> {
  unanswered.push(set);
  expectChanges(set);
  const number = ++asked;
  const mine = queue.then(async () => {
    try {
      const plan = await call<Plan>("PATCH", "/plan", { set }).finally(() => unanswered.splice(unanswered.indexOf(set), 1));
      /* An older answer would take back what was asked for since. */
      change(number === asked ? { plan, revision: plan.revision } : { revision: plan.revision });
    } catch (error) {
      const plan = await call<Plan>("GET", "/plan").catch(() => null);
      if (plan) change({ plan, revision: plan.revision });
      throw error;
    }
  });
  queue = mine.catch(() => undefined);
  return mine;
}

/** What the plan of the server may not have yet: a job that takes it along need not wait. */
export function notYetKept(): Changes {
  return Object.assign({}, ...unanswered) as Changes;
}
