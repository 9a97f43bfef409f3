import type { PageEntry } from '#lib/web/shell/page.ts';

const group = 'Account';

export const accountPages: readonly PageEntry[] = [
  { path: '/account', title: 'You and your logins', group, load: () => import('./own/account.tsx') },
  { path: '/team', title: 'Team', group, load: () => import('./team/team.tsx') },
  { path: '/team/invite', title: 'Invite a member', load: () => import('./team/invite.tsx') },
];
