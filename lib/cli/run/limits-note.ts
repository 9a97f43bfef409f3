import { tell } from '#lib/cli/output/terminal.ts';
import { missingLimits } from '#lib/model/platform/plan-limits.ts';
import type { Session } from './session.ts';

/** Says in a line which limits of a plan a platform's machines do not have, and who knows the remedy. */
export async function tellMissingLimits({ typed, globals }: Session): Promise<void> {
  if (globals.quiet) return;
  const { compute } = await typed.ask('getHealth', {}).catch(() => ({ compute: undefined }));
  // Machines of this driver are records, which take nothing.
  if (!compute || compute.driver === 'simulated') return;
  const line = limitsNote(compute.capabilities);
  if (line !== undefined) tell(line);
}

/** The line for these capabilities; undefined where no limit is missing. */
export function limitsNote(capabilities: readonly string[]): string | undefined {
  const missing = missingLimits(capabilities);
  if (missing.length === 0) return undefined;
  return `note: machines here may take more ${missing.join(', ')} than their plan has; "svc doctor" on the host says why`;
}
