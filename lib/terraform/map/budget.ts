import type { Noun } from './noun.ts';

/** The account's budget, of which there is one: without it there is no limit. */
export const budget: Noun = {
  create: 'putBudget',
  read: 'getBudget',
  updates: ['putBudget'],
  delete: { operation: 'putBudget', body: () => ({ monthly_limit_paise: null }) },
  names: [],
  shown: (reply) => (reply.monthly_limit_paise === null ? undefined : reply),
  omit: ['month_to_date_paise'],
  kept: ['currency'],
};
