import { isCloudConfig } from './kind.ts';

/** What a machine's host makes of user data, beside keeping it. */
export interface FirstBootPlan {
  /** The script to be run in place of user data that is none itself; null where there is nothing of the kind. */
  readonly first_boot: string | null;
  /** The name that the machine has inside; null for its own. */
  readonly hostname: string | null;
}

/** What is to be done at a first boot. A cloud-config that cannot be read was refused before, and does nothing. */
export async function firstBootPlan(userData: string | null): Promise<FirstBootPlan> {
  if (userData === null || !isCloudConfig(userData)) return { first_boot: null, hostname: null };
  // Few machines have one, and what reads it is large.
  const [{ readCloudConfig }, { scriptOf }] = await Promise.all([import('./cloud-config.ts'), import('./script.ts')]);
  const read = readCloudConfig(userData);
  if (!('config' in read)) return { first_boot: null, hostname: null };
  return { first_boot: scriptOf(read.config), hostname: read.config.hostname ?? null };
}
