import type { Noun } from './noun.ts';

const path = { id: 'instance_id' };

/** When an instance gets another type by itself. */
export const autoscaleRule: Noun = {
  create: { operation: 'putAutoscaleRule', path },
  read: { operation: 'getAutoscaleRule', path },
  updates: [{ operation: 'putAutoscaleRule', path }],
  delete: { operation: 'deleteAutoscaleRule', path },
  names: ['instance_id'],
  omit: ['last_decision'],
};
