import type { PageEntry } from '#lib/web/shell/page.ts';

export const homePages: readonly PageEntry[] = [
  { path: '/', title: 'Home', read: 'listQuotas', load: () => import('./home.tsx') },
];
