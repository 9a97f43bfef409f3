import type { PageEntry } from '#lib/web/shell/page.ts';

const bare = true;

export const enterPages: readonly PageEntry[] = [
  { path: '/login', bare, load: () => import('./login.tsx') },
  { path: '/register', bare, load: () => import('./register.tsx') },
  { path: '/forgot', bare, load: () => import('./forgot.tsx') },
  { path: '/reset', bare, load: () => import('./reset.tsx') },
  { path: '/join', bare, load: () => import('./join.tsx') },
  { path: '/verify', load: () => import('./verify.tsx') },
];
