import type { PageEntry } from '#lib/web/shell/page.ts';

const group = 'Compute';

export const computePages: readonly PageEntry[] = [
  { path: '/instances', title: 'Instances', group, list: 'listInstances', load: () => import('./instances/list.tsx') },
  { path: '/instances/new', title: 'Launch an instance', load: () => import('./instances/launch.tsx') },
  { path: '/instances/:id', read: 'getInstance', load: () => import('./instances/detail.tsx') },
];
