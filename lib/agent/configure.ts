import { setTimeout as wait } from 'node:timers/promises';
import { describeMachine, settleConfiguration } from '#lib/domain/compute/jobs/describe.ts';
import { close } from '#lib/domain/compute/jobs/work.ts';
import type { ConfigureJob } from '#lib/model/compute/job.ts';
import { type ComputeDriver, DriverError } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { inOrder } from './described.ts';

/** Milliseconds until a job that failed is tried again. */
const RETRY_MS = 1000;

/**
 * Applies the keys, firewall and addresses that the table has for a machine, and closes the job. A job that failed
 * stays open, and the call waits before it rejects, so that the next attempt is not made at once. Rejects with the
 * reason.
 */
export async function configure(driver: ComputeDriver, job: ConfigureJob, signal: AbortSignal): Promise<void> {
  try {
    const { account_id, instance_id } = job;
    const read = () => describeMachine(account_id, instance_id);
    const addresses = await inOrder(instance_id, read, async (spec) => {
      if (spec) await driver.configure(spec).catch(unlessAbsent);
      return spec?.addresses ?? [];
    });
    await settleConfiguration(account_id, instance_id, addresses);
    await close(job);
  } catch (error) {
    await wait(RETRY_MS, undefined, { signal }).catch(ignore);
    throw error;
  }
}

/**
 * A machine that has no disk needs nothing: one still to be made is made from the table as it is then, and one that was
 * removed has nothing to configure.
 */
function unlessAbsent(error: unknown): void {
  if (!(error instanceof DriverError) || error.code !== 'ABSENT') throw error;
}
