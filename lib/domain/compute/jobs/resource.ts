import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { type Job, type JobKind, job } from '#lib/model/compute/job.ts';

/** What a job is asked for with: its name, kind and token, and the facts that its kind needs, not checked yet. */
interface Asked {
  kind: JobKind;
  host_id: string;
  operation: string;
  step: string;
  token: string;
  account_id: string;
  [fact: string]: unknown;
}

/**
 * A job to be queued now. `retention` is the seconds that it is kept. Throws where a fact that its kind needs is wrong.
 */
export const newJob = (asked: Asked, retention: number): Job =>
  job.parse({
    ...asked,
    state: 'queued',
    epoch: 0,
    outcome: null,
    created_at: realNow().toISOString(),
    ttl: Math.floor(civilNow().getTime() / 1000) + retention,
  });
