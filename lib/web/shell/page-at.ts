import { pages } from '#lib/web/pages/map.ts';
import type { PageEntry } from './page.ts';
import { match } from './router.ts';

/** A page of the console, with the parameters of its address. */
export interface PageAt {
  readonly entry: PageEntry;
  readonly params: Readonly<Record<string, string>>;
}

/** The page at a path; undefined where there is none. */
export function pageAt(path: string): PageAt | undefined {
  for (const entry of pages) {
    const params = match(entry.path, path);
    if (params) return { entry, params };
  }
  return undefined;
}
