import type { PageEntry } from '#lib/web/shell/page.ts';

export const homePages: readonly PageEntry[] = [{ path: '/', title: 'Home', load: () => import('./home.tsx') }];
