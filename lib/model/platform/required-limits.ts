import { capabilityOf, planLimits } from './plan-limits.ts';
import type { Form } from './setting-forms.ts';

/** The capabilities that a host must have for machines to be placed on it. */
export const requiredLimits: Form<readonly string[]> = {
  parse(text) {
    const words = text.split(',').map((part) => part.trim());
    if (words.length === 1 && words[0] === 'none') return [];
    const found = words.flatMap((word) => capabilityOf(word) ?? []);
    return found.length === words.length ? found : undefined;
  },
  allowed: `none, or some of ${planLimits.join(', ').toLowerCase()}, separated by commas`,
};
