import type { PageEntry } from '#lib/web/shell/page.ts';

const group = 'Compute';

export const resourcePages: readonly PageEntry[] = [
  { path: '/volumes', title: 'Volumes', group, list: 'listVolumes', load: () => import('./volumes/list.tsx') },
  { path: '/volumes/new', title: 'Create a volume', load: () => import('./volumes/create.tsx') },
  { path: '/volumes/:id', load: () => import('./volumes/detail.tsx') },
  { path: '/snapshots', title: 'Snapshots', group, list: 'listSnapshots', load: () => import('./snapshots/list.tsx') },
  { path: '/snapshots/:id', read: 'getSnapshot', load: () => import('./snapshots/detail.tsx') },
  { path: '/images', title: 'Images', group, load: () => import('./images/list.tsx') },
  { path: '/images/new', title: 'Create an image', load: () => import('./images/create.tsx') },
  { path: '/images/:id', read: 'getImage', load: () => import('./images/detail.tsx') },
  { path: '/keys', title: 'SSH keys', group, list: 'listSshKeys', load: () => import('./keys/list.tsx') },
  { path: '/keys/new', title: 'Import an SSH key', load: () => import('./keys/create.tsx') },
  {
    path: '/groups',
    title: 'Auto scaling groups',
    group,
    list: 'listAutoScalingGroups',
    load: () => import('./groups/list.tsx'),
  },
  { path: '/groups/new', title: 'Create an auto scaling group', load: () => import('./groups/create.tsx') },
  { path: '/groups/:id', read: 'getAutoScalingGroup', load: () => import('./groups/detail.tsx') },
];
