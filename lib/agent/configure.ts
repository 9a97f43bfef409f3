import { setTimeout as wait } from 'node:timers/promises';
import { configured } from '#lib/domain/compute/jobs/configured.ts';
import { describeMachine } from '#lib/domain/compute/jobs/describe.ts';
import { close } from '#lib/domain/compute/jobs/work.ts';
import type { ConfigureJob } from '#lib/model/compute/job.ts';
import { type ComputeDriver, DriverError } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/ignore.ts';
import { inOrder } from './described.ts';

/** Milliseconds until a job that failed is tried again. */
const PATIENCE_MS = 1000;

/**
 * Has a machine obey what the table says of its keys, firewall and addresses, and closes the job. One that fails stays
 * open, and is held until it is worth another attempt. Rejects with the reason.
 */
export async function configure(driver: ComputeDriver, job: ConfigureJob, signal: AbortSignal): Promise<void> {
  try {
    const { account_id, instance_id } = job;
    const read = () => describeMachine(account_id, instance_id);
    const addresses = await inOrder(instance_id, read, async (spec) => {
      if (spec) await driver.configure(spec).catch(unlessAbsent);
      return spec?.addresses ?? [];
    });
    await configured(account_id, instance_id, addresses);
    await close(job);
  } catch (error) {
    await wait(PATIENCE_MS, undefined, { signal }).catch(ignore);
    throw error;
  }
}

/** A machine that has no disk yet is made by what the table says then; one whose disk is gone obeys nothing. */
function unlessAbsent(error: unknown): void {
  if (!(error instanceof DriverError) || error.code !== 'ABSENT') throw error;
}
