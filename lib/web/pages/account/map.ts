import type { PageEntry } from '#lib/web/shell/page.ts';

export const accountPages: readonly PageEntry[] = [];
