import { expect, expectList } from '#lib/web/api/query.ts';
import { preload } from './lazy.tsx';
import { pageAt } from './page-at.ts';
import { pathNow } from './router.ts';

/*
 * Asks for what the page of the address needs, while the browser is still busy with react-dom: its code, who is logged
 * in, and what it reads first. Pages then read the same by the same names, and find it there or on its way.
 */

const found = pageAt(pathNow());
if (found) {
  const { entry, params } = found;
  preload(entry);
  if (!entry.bare) expect('getMe');
  // Every part of a page about one resource shows it; what any other page reads first is for its first part alone.
  const isWhole = Object.keys(params).length > 0 || !new URLSearchParams(location.search).has('tab');
  if (entry.read && isWhole) expect(entry.read, params);
  // A list with filters in its address is read by its page, which knows them.
  if (entry.list && location.search === '') expectList(entry.list);
}
