import type { PageEntry } from '#lib/web/shell/page.ts';

const group = 'Access';
const ofAccount = 'Account';

export const accessPages: readonly PageEntry[] = [
  { path: '/iam/users', title: 'IAM users', group, list: 'listUsers', load: () => import('./users/list.tsx') },
  { path: '/iam/users/new', title: 'Create an IAM user', load: () => import('./users/create.tsx') },
  { path: '/iam/users/:username', read: 'getUser', load: () => import('./users/detail.tsx') },
  { path: '/iam/groups', title: 'IAM groups', group, list: 'listGroups', load: () => import('./groups/list.tsx') },
  { path: '/iam/groups/new', title: 'Create an IAM group', load: () => import('./groups/create.tsx') },
  { path: '/iam/groups/:name', read: 'getGroup', load: () => import('./groups/detail.tsx') },
  { path: '/iam/policies', title: 'Policies', group, list: 'listPolicies', load: () => import('./policies/list.tsx') },
  { path: '/iam/policies/new', title: 'Create a policy', load: () => import('./policies/create.tsx') },
  { path: '/iam/policies/:id', read: 'getPolicy', load: () => import('./policies/detail.tsx') },
  { path: '/iam/simulate', title: 'Policy simulator', group, load: () => import('./simulate/simulate.tsx') },
  { path: '/iam/password-policy', title: 'Password policy', group, load: () => import('./rules/rules.tsx') },
  {
    path: '/activity',
    title: 'Activity',
    group: ofAccount,
    parts: { audit: 'Audit log' },
    load: () => import('./activity/activity.tsx'),
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    group: ofAccount,
    list: 'listWebhooks',
    load: () => import('./webhooks/list.tsx'),
  },
  { path: '/webhooks/new', title: 'Create a webhook', load: () => import('./webhooks/create.tsx') },
  { path: '/webhooks/:id', read: 'getWebhook', load: () => import('./webhooks/detail.tsx') },
  { path: '/quotas', title: 'Quotas', group: ofAccount, load: () => import('./quotas/quotas.tsx') },
];
