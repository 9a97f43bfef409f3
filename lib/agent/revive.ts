import type { PowerOffCause } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { bootAgain, type Host, reportDowns } from './host.ts';
import type { JobLoop } from './jobs.ts';
import { unlessGone } from './link/link-error.ts';

/** How often a machine that was lost boots again within a time, in milliseconds. One that is lost more stays down. */
const revivals = { most: 3, within: 10 * 60_000 };

/**
 * Follows the machines that go down by themselves. One that was lost, with the process that ran it, boots again; one
 * that shut itself down is reported, and so is one that is lost again and again. What cannot be reported at once is
 * reported by a later `reportDowns`. `begun` is told of each of these works.
 */
export function followPowerOffs(
  host: Host,
  jobs: Pick<JobLoop, 'alone'>,
  begun: (work: Promise<void>) => void = ignore,
): void {
  const lost = new Map<string, number[]>();
  const mayRevive = (id: string) => {
    const now = performance.now();
    const recent = (lost.get(id) ?? []).filter((at) => now - at < revivals.within);
    lost.set(id, [...recent, now].slice(-revivals.most));
    return recent.length < revivals.most;
  };
  host.driver.onPowerOff((id, cause) => {
    const isLost = cause === 'crash' && !host.contact?.lost;
    begun(isLost && mayRevive(id) ? revive(host, jobs, id) : report(host, id, cause));
  });
}

function report(host: Host, id: string, cause: PowerOffCause): Promise<void> {
  host.down.set(id, cause);
  return reportDowns(host);
}

/** Boots a machine again, unless an operation has done so or it is no longer to run. */
async function revive(host: Host, jobs: Pick<JobLoop, 'alone'>, id: string): Promise<void> {
  try {
    await unlessGone(host.link.call('reportMachine', { event: 'booting', lost: true }, { id }));
    await jobs.alone(id, (signal) => bootAgain(host, id, signal));
  } catch (error) {
    host.log(`instance ${id} was lost and could not be booted again: ${(error as Error).message}`);
  }
  if (!host.closing?.aborted && (await host.driver.status(id)) !== 'running') await report(host, id, 'crash');
}
