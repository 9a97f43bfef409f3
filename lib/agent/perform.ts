import { described } from './described.ts';
import { type ComputeDriver, DriverError } from './driver.ts';

/** A job as the agent sees it. */
export interface Job {
  kind: 'create' | 'start' | 'stop' | 'reboot' | 'destroy';
  account_id: string;
  instance_id: string;
  options: Record<string, unknown>;
}

export type Outcome = { ok: true; result: Record<string, unknown> } | { ok: false; error: string; cause: string };

type Perform = (driver: ComputeDriver, job: Job, signal: AbortSignal) => Promise<object | undefined>;

const stopping = ({ options }: Job) => ({ grace_ms: Number(options.grace_ms ?? 0), force: options.force === true });

/** What each kind of job asks of the driver. */
const performers: Record<Job['kind'], Perform> = {
  create: (driver, job, signal) => described(job, (spec) => driver.create(spec, { signal })),
  start: (driver, job, signal) => described(job, (spec) => driver.start(spec, { signal })),
  reboot: (driver, job, signal) => described(job, (spec) => driver.reboot(spec, { ...stopping(job), signal })),
  stop: async (driver, job, signal) => {
    await driver.stop(job.instance_id, { ...stopping(job), signal });
    return undefined;
  },
  destroy: async (driver, job) => {
    await driver.destroy(job.instance_id);
    return undefined;
  },
};

/** Does a job; a failure becomes an outcome too, under the driver's code. Rejects only where the agent itself is at fault. */
export async function perform(driver: ComputeDriver, job: Job, signal: AbortSignal): Promise<Outcome> {
  try {
    return { ok: true, result: { ...(await performers[job.kind](driver, job, signal)) } };
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    return { ok: false, error: error.code, cause: error.message };
  }
}
