import { described } from './described.ts';
import { type ComputeDriver, DriverError } from './driver.ts';
import { type DiskJobKind, diskPerformers } from './perform-disks.ts';

/** A job as the agent sees it. */
export interface Job {
  kind: 'create' | 'start' | 'stop' | 'reboot' | 'destroy' | DiskJobKind;
  account_id: string;
  instance_id: string;
  options: Record<string, unknown>;
}

export type Outcome = { ok: true; result: Record<string, unknown> } | { ok: false; error: string; cause: string };

/** How the caller follows a job and breaks it off. */
export interface Following {
  readonly signal: AbortSignal;
  readonly onProgress?: (percent: number) => void;
}

/** What a kind of job asks of the driver; what it answers is the job's result. */
export type Perform = (driver: ComputeDriver, job: Job, following: Following) => Promise<unknown>;

const stopping = ({ options }: Job) => ({ grace_ms: Number(options.grace_ms ?? 0), force: options.force === true });

const performers: Record<Job['kind'], Perform> = {
  create: (driver, job, { signal }) => described(job, (spec) => driver.create(spec, { signal })),
  start: (driver, job, { signal }) => described(job, (spec) => driver.start(spec, { signal })),
  reboot: (driver, job, { signal }) => described(job, (spec) => driver.reboot(spec, { ...stopping(job), signal })),
  stop: (driver, job, { signal }) => driver.stop(job.instance_id, { ...stopping(job), signal }),
  destroy: (driver, job) => driver.destroy(job.instance_id),
  ...diskPerformers,
};

/** Does a job; a failure becomes an outcome too, under the driver's code. Rejects only where the agent itself is at fault. */
export async function perform(driver: ComputeDriver, job: Job, following: Following): Promise<Outcome> {
  try {
    return { ok: true, result: { ...((await performers[job.kind](driver, job, following)) as object | undefined) } };
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    return { ok: false, error: error.code, cause: error.message };
  }
}
