/** What of a plan a host may limit, in words for people, by the capability of hosts that do. */
const limits: Readonly<Record<string, string>> = { memory_limit: 'memory', cpu_limit: 'CPU', disk_limit: 'disk' };

/** The limits of a plan. */
export const planLimits: readonly string[] = Object.values(limits);

/** The limits of a plan that machines do not have where these capabilities are all. */
export const missingLimits = (capabilities: readonly string[]): string[] =>
  Object.entries(limits).flatMap(([word, name]) => (capabilities.includes(word) ? [] : [name]));

/** The capability of a limit: `memory`, `cpu` or `disk`. */
export function capabilityOf(limit: string): string | undefined {
  const word = `${limit}_limit`;
  return word in limits ? word : undefined;
}
