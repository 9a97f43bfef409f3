import { version } from '#lib/model/platform/version.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import { ageOf, markOf, type ProcessMark } from '#lib/runtime/system/processes.ts';

/** A process of a host, and since how many seconds it is there. */
interface Aged {
  readonly pid: number;
  readonly age_seconds: number;
}

/** What serves a host's machines. */
export interface HostProcesses {
  readonly agent: Aged & { readonly version: string };
  /** With the version that it says itself; null for a driver without one. */
  readonly runtime: (Aged & { readonly version: string }) | null;
  /** What holds machines, one for each VPC, with the version of what it says. Empty where they end with the runtime. */
  readonly holders: readonly (Aged & { readonly vpc_id: string; readonly protocol: number })[];
}

/** The processes of this agent and of its driver. */
export async function processesOf(driver: Pick<ComputeDriver, 'processes'>): Promise<HostProcesses> {
  const { runtime = null, holders = [] } = (await driver.processes?.()) ?? {};
  const aged = (mark: ProcessMark): Aged => ({ pid: mark.pid, age_seconds: ageOf(mark) });
  return {
    agent: { version, ...aged(markOf(process.pid) ?? { pid: process.pid, started: '' }) },
    runtime: runtime && { version: runtime.version, ...aged(runtime.mark) },
    holders: holders.map(({ vpc, mark, protocol }) => ({ vpc_id: vpc, protocol, ...aged(mark) })),
  };
}
