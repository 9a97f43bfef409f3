import type { Form } from './setting-forms.ts';

/** Limits of a plan that an operator may require of hosts, with the capability of each. */
const limits: Readonly<Record<string, string>> = { memory: 'memory_limit', cpu: 'cpu_limit', disk: 'disk_limit' };

/** The capabilities that a host must have for machines to be placed on it. */
export const requiredLimits: Form<readonly string[]> = {
  parse(text) {
    const words = text.split(',').map((part) => part.trim());
    if (words.length === 1 && words[0] === 'none') return [];
    const found = words.flatMap((word) => (Object.hasOwn(limits, word) ? (limits[word] ?? []) : []));
    return found.length === words.length ? found : undefined;
  },
  allowed: `none, or some of ${Object.keys(limits).join(', ')}, separated by commas`,
};
