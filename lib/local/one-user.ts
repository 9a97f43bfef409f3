import { findRange } from '#lib/agent/hosted/id-range.ts';
import { lackLine } from '#lib/agent/hosted/sub-ids.ts';
import { drivers } from '#lib/runtime/registry.ts';
import type { Health } from './readiness.ts';

/**
 * Why machines have one user each although their driver could give them more, with the command that does; null where
 * they have more, or never could.
 */
export function whyOneUser(compute: Health['compute']): string | null {
  if (!compute?.capabilities.includes('single_user')) return null;
  const driver = Object.entries(drivers).find(([kind]) => kind === compute.driver)?.[1];
  if (!driver || driver.runs === 'agent' || !driver.users) return null;
  const range = process.getuid?.() === 0 ? null : findRange(null);
  return range !== null && 'missing' in range ? lackLine(range) : 'the log above says why';
}
