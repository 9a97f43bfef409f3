import type { Noun } from './noun.ts';

/** The rules of an instance as one: those of its launch are replaced, and without it no rule is left. */
export const firewall: Noun = {
  create: { operation: 'replaceFirewallRules', path: { id: 'instance_id' } },
  read: { operation: 'listFirewallRules', path: { id: 'instance_id' } },
  updates: [{ operation: 'replaceFirewallRules', path: { id: 'instance_id' } }],
  delete: { operation: 'replaceFirewallRules', path: { id: 'instance_id' }, body: () => ({ rules: [] }) },
  names: ['instance_id'],
  only: [],
};
