import { setTimeout as wait } from 'node:timers/promises';
import type { ConfigureJob } from '#lib/model/compute/job.ts';
import { type ComputeDriver, DriverError } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { inOrder, specFrom } from './described.ts';
import type { HostLink } from './link/link.ts';

/** Milliseconds until a job that failed is tried again. */
const RETRY_MS = 1000;

/**
 * Applies the keys, firewall and addresses that a machine is to have now, and finishes the job. A job that failed
 * stays open, and the call waits before it rejects, so that the next attempt is not made at once. Rejects with the
 * reason.
 */
export async function configure(
  { driver, link }: { driver: ComputeDriver; link: HostLink },
  job: ConfigureJob,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { operation, step, turn } = job;
    const addresses = await inOrder(
      job.instance_id,
      () => specFrom(link, job.instance_id),
      async (spec) => {
        if (spec) await driver.configure(spec).catch(unlessAbsent);
        return [...(spec?.addresses ?? [])];
      },
    );
    await link.call('reportJobResult', { turn, outcome: { ok: true, result: { addresses } } }, { operation, step });
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
