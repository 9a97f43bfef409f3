import { isCloudConfig, readCloudConfig } from './cloud-config.ts';
import { scriptOf } from './script.ts';

/** What a machine's host makes of user data, beside keeping it. */
export interface FirstBootPlan {
  /** The script to be run in place of user data that is none itself; null where there is nothing of the kind. */
  readonly first_boot: string | null;
  /** The name that the machine has inside; null for its own. */
  readonly hostname: string | null;
}

/** What is to be done at a first boot. A cloud-config that cannot be read was refused before, and does nothing. */
export function firstBootPlan(userData: string | null): FirstBootPlan {
  if (userData === null || !isCloudConfig(userData)) return { first_boot: null, hostname: null };
  const read = readCloudConfig(userData);
  if (!('config' in read)) return { first_boot: null, hostname: null };
  return { first_boot: scriptOf(read.config), hostname: read.config.hostname ?? null };
}
