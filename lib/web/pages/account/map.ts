import type { PageEntry } from '#lib/web/shell/page.ts';

const group = 'Account';

export const accountPages: readonly PageEntry[] = [
  {
    path: '/account',
    title: 'You and your logins',
    group,
    parts: { security: 'Password and one-time codes', sessions: 'Sessions' },
    load: () => import('./own/account.tsx'),
  },
  { path: '/team', title: 'Team', group, parts: { invites: 'Invites' }, load: () => import('./team/team.tsx') },
  { path: '/team/invite', title: 'Invite a member', load: () => import('./team/invite.tsx') },
];
