import type { InstanceData } from './jinja.ts';

/** What a machine's host makes of user data, beside keeping it. */
export interface FirstBootPlan {
  /** The script to be run in place of user data that is none itself; null where there is nothing of the kind. */
  readonly first_boot: string | null;
  /** The name that the machine has inside; null for its own. */
  readonly hostname: string | null;
}

const nothing: FirstBootPlan = { first_boot: null, hostname: null };

/** What is to be done at a first boot. User data that cannot be read was refused before, and does nothing. */
export async function firstBootPlan(userData: string | null, data: InstanceData): Promise<FirstBootPlan> {
  if (!userData) return nothing;
  // Few machines have one, and what reads it is large.
  const [{ readUserData }, { scriptOf }] = await Promise.all([import('./read.ts'), import('./script.ts')]);
  const read = readUserData(userData, data);
  if ('problem' in read || !read.work) return nothing;
  const { config, boothooks, includes, scripts } = read.work;
  const [alone] = scripts;
  if (!config && boothooks.length + includes.length === 0 && alone && scripts.length === 1) {
    return { first_boot: alone.text === userData ? null : alone.text, hostname: null };
  }
  return { first_boot: scriptOf(read.work, data), hostname: config?.hostname ?? config?.fqdn ?? null };
}
