import type { PageEntry } from '#lib/web/shell/page.ts';

const group = 'Network';

export const networkPages: readonly PageEntry[] = [
  { path: '/networks', title: 'Networks', group, load: () => import('./networks/list.tsx') },
  { path: '/networks/new', title: 'Create a network', load: () => import('./networks/create.tsx') },
  { path: '/networks/:id', load: () => import('./networks/detail.tsx') },
  { path: '/addresses', title: 'Elastic IPs', group, load: () => import('./addresses/list.tsx') },
  { path: '/addresses/new', title: 'Allocate an elastic IP', load: () => import('./addresses/create.tsx') },
  { path: '/addresses/:id', load: () => import('./addresses/detail.tsx') },
  { path: '/load-balancers', title: 'Load balancers', group, load: () => import('./balancers/list.tsx') },
  { path: '/load-balancers/new', title: 'Create a load balancer', load: () => import('./balancers/create.tsx') },
  { path: '/load-balancers/:id', load: () => import('./balancers/detail.tsx') },
];
