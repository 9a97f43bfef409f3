import type { PageEntry } from '#lib/web/shell/page.ts';

const bare = true;

export const enterPages: readonly PageEntry[] = [
  { path: '/login', bare, load: () => import('./login.tsx') },
  { path: '/register', bare, load: () => import('./register.tsx') },
];
