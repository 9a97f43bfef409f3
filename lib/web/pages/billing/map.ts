import type { PageEntry } from '#lib/web/shell/page.ts';

export const billingPages: readonly PageEntry[] = [
  { path: '/billing', title: 'Billing', group: 'Billing', read: 'getSummary', load: () => import('./page.tsx') },
  { path: '/prices', title: 'Prices', group: 'Billing', list: 'listPrices', load: () => import('./prices.tsx') },
];
