import type { PageEntry } from '#lib/web/shell/page.ts';

const group = 'Network';

export const networkPages: readonly PageEntry[] = [
  { path: '/networks', title: 'Networks', group, list: 'listVpcs', load: () => import('./networks/list.tsx') },
  { path: '/networks/new', title: 'Create a network', load: () => import('./networks/create.tsx') },
  { path: '/networks/:id', read: 'getVpc', load: () => import('./networks/detail.tsx') },
  {
    path: '/addresses',
    title: 'Elastic IPs',
    group,
    list: 'listElasticIps',
    load: () => import('./addresses/list.tsx'),
  },
  { path: '/addresses/new', title: 'Allocate an elastic IP', load: () => import('./addresses/create.tsx') },
  { path: '/addresses/:id', read: 'getElasticIp', load: () => import('./addresses/detail.tsx') },
  {
    path: '/load-balancers',
    title: 'Load balancers',
    group,
    list: 'listLoadBalancers',
    load: () => import('./balancers/list.tsx'),
  },
  { path: '/load-balancers/new', title: 'Create a load balancer', load: () => import('./balancers/create.tsx') },
  { path: '/load-balancers/:id', read: 'getLoadBalancer', load: () => import('./balancers/detail.tsx') },
  {
    path: '/certificates',
    title: 'Certificates',
    group,
    list: 'listCertificates',
    load: () => import('./certificates/list.tsx'),
  },
  { path: '/certificates/new', title: 'Import a certificate', load: () => import('./certificates/create.tsx') },
];
