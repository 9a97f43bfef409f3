import type { PageEntry } from '#lib/web/shell/page.ts';

const group = 'Platform';

/** What operators do. Nobody else is shown these pages, and the API refuses everybody else. */
export const operatePages: readonly PageEntry[] = [
  { path: '/platform/hosts', title: 'Hosts', group, list: 'listHosts', load: () => import('./hosts/list.tsx') },
  { path: '/platform/hosts/join', title: 'Join a host', forOperators: true, load: () => import('./hosts/join.tsx') },
  { path: '/platform/hosts/:id', read: 'getHost', load: () => import('./hosts/detail.tsx') },
  {
    path: '/platform/accounts',
    title: 'Accounts',
    group,
    list: 'listAccounts',
    load: () => import('./accounts/list.tsx'),
  },
  { path: '/platform/accounts/:id', read: 'getAccount', load: () => import('./accounts/detail.tsx') },
  { path: '/platform/health', title: 'Platform health', group, load: () => import('./health/health.tsx') },
  { path: '/platform/log', title: 'Platform log', group, load: () => import('./health/log.tsx') },
];
