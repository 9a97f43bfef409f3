import type { PageEntry } from '#lib/web/shell/page.ts';

export const storagePages: readonly PageEntry[] = [
  {
    path: '/buckets',
    title: 'Buckets',
    group: 'Storage',
    list: 'listBuckets',
    load: () => import('./buckets/list.tsx'),
  },
  { path: '/buckets/new', title: 'Create a bucket', load: () => import('./buckets/create.tsx') },
  { path: '/buckets/:name', read: 'getBucket', load: () => import('./buckets/detail.tsx') },
];
