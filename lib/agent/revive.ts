import type { OwnPowerOffCause } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { bootInTurn, type Host, reportDowns } from './host.ts';
import type { JobLoop } from './jobs.ts';
import { unlessGone } from './link/link-error.ts';

/** How often a machine that crashed boots again within a time, in milliseconds. One that crashes more stays down. */
const revivals = { most: 3, within: 10 * 60_000 };

/**
 * Follows the machines that go down by themselves. One that was lost with the runtime boots again, however often that
 * happens. One that crashed boots again three times within ten minutes. One that shut itself down is reported, and so
 * is one that crashes more often. What cannot be reported at once is reported by a later `reportDowns`. `begun` is told
 * of each of these works (contract 4.12).
 */
export function followPowerOffs(
  host: Host,
  jobs: Pick<JobLoop, 'alone'>,
  begun: (work: Promise<void>) => void = ignore,
): void {
  const crashes = new Map<string, number[]>();
  const mayRevive = (id: string) => {
    const now = performance.now();
    const recent = (crashes.get(id) ?? []).filter((at) => now - at < revivals.within);
    crashes.set(id, [...recent, now].slice(-revivals.most));
    return recent.length < revivals.most;
  };
  host.driver.onPowerOff((id, cause) => {
    const isHeard = !host.contact?.lost;
    if (cause === 'runtime' && !isHeard) host.isBehind = true;
    else if (cause === 'runtime' || (cause === 'crash' && isHeard && mayRevive(id)))
      begun(revive(host, jobs, id, cause));
    else begun(report(host, id, cause));
  });
}

function report(host: Host, id: string, cause: OwnPowerOffCause): Promise<void> {
  host.down.set(id, cause);
  return reportDowns(host);
}

/**
 * Boots a machine again, unless an operation has done so or it is no longer to run. Where the control plane cannot be
 * asked, the next heartbeat that it answers does so.
 */
async function revive(host: Host, jobs: Pick<JobLoop, 'alone'>, id: string, cause: 'crash' | 'runtime'): Promise<void> {
  try {
    await unlessGone(host.link.call('reportMachine', { event: 'booting', lost: true }, { id }));
    await bootInTurn(host, jobs, id);
    // The runtime may have ended again by now, which is followed anew.
    if (cause === 'runtime' || host.closing?.aborted) return;
    if ((await host.driver.status(id)) !== 'running') await report(host, id, cause);
  } catch (error) {
    host.log(`instance ${id} was lost and is yet to boot again: ${(error as Error).message}`);
    host.isBehind = true;
  }
}
