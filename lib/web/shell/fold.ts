import { shared } from '#lib/web/api/shared.ts';

const name = 'svc.side';
const folded = shared(false);

function show(isFolded: boolean): void {
  document.documentElement.dataset.side = isFolded ? 'folded' : 'open';
  folded.set(isFolded);
}

/** Shows the navigation as this browser had it last: with the names of pages, or folded to their icons. */
export const applyFold = (): void => show(localStorage.getItem(name) === 'folded');

/** Whether the navigation is folded. */
export const useFolded = (): boolean => folded.use();

/** Folds the navigation or opens it, here and on every later visit. */
export function toggleFold(): void {
  const next = !folded.get();
  localStorage.setItem(name, next ? 'folded' : 'open');
  show(next);
}
