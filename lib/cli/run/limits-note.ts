import { tell } from '#lib/cli/output/terminal.ts';
import type { Session } from './session.ts';

/** What a machine may take more of than its plan has, where a platform does not name the capability. */
const limits: Readonly<Record<string, string>> = { memory_limit: 'memory', cpu_limit: 'CPU', disk_limit: 'disk' };

/** Says in a line which limits of a plan a platform's machines do not have, and who knows the remedy. */
export async function tellMissingLimits({ typed, globals }: Session): Promise<void> {
  if (globals.quiet) return;
  const { compute } = await typed.ask('getHealth', {}).catch(() => ({ compute: undefined }));
  // Machines of this driver are records, which take nothing.
  if (!compute || compute.driver === 'simulated') return;
  const line = missingLimits(compute.capabilities);
  if (line !== undefined) tell(line);
}

/** The line for these capabilities; undefined where no limit is missing. */
export function missingLimits(capabilities: readonly string[]): string | undefined {
  const missing = Object.entries(limits).flatMap(([word, name]) => (capabilities.includes(word) ? [] : [name]));
  if (missing.length === 0) return undefined;
  return `note: machines here may take more ${missing.join(', ')} than their plan has; "svc doctor" on the host says why`;
}
