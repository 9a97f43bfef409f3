import type { PageEntry } from '#lib/web/shell/page.ts';

export const billingPages: readonly PageEntry[] = [
  {
    path: '/billing',
    title: 'Billing',
    group: 'Billing',
    read: 'getSummary',
    parts: {
      'top-up': 'Top up',
      transactions: 'Transactions',
      invoices: 'Invoices',
      autopay: 'Autopay',
      plan: 'Plan',
      budget: 'Budget',
      tax: 'Tax profile and GSTIN',
    },
    load: () => import('./page.tsx'),
  },
  { path: '/prices', title: 'Prices', group: 'Billing', list: 'listPrices', load: () => import('./prices.tsx') },
];
