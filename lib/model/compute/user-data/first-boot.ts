import type { InstanceData } from './jinja.ts';

/** What a machine's host does with user data, besides keeping it. */
export interface FirstBootPlan {
  /** The script to run instead of user data that is not itself a script; null where there is none. */
  readonly first_boot: string | null;
  /** The machine's hostname; null for its own name. */
  readonly hostname: string | null;
}

const nothing: FirstBootPlan = { first_boot: null, hostname: null };

/** The work of a first boot. User data that cannot be read was refused at launch, and does nothing here. */
export async function firstBootPlan(userData: string | null, data: InstanceData): Promise<FirstBootPlan> {
  if (!userData) return nothing;
  // Few machines have user data, and the code that reads it is large.
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
