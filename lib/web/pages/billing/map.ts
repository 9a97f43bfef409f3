import type { PageEntry } from '#lib/web/shell/page.ts';

export const billingPages: readonly PageEntry[] = [
  { path: '/billing', title: 'Billing', group: 'Billing', load: () => import('./page.tsx') },
];
