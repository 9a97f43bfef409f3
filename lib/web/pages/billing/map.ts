import type { PageEntry } from '#lib/web/shell/page.ts';

export const billingPages: readonly PageEntry[] = [];
