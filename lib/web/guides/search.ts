import MiniSearch, { type SearchResult } from 'minisearch';
import { searchOptions } from './options.ts';

const most = 12;

/**
 * Has a field search the guides: results are links below it, Enter follows the first, and Escape closes them. Throws
 * where the index cannot be loaded.
 */
export async function search(field: HTMLInputElement): Promise<void> {
  const reply = await fetch(document.body.dataset.search ?? '');
  if (!reply.ok) throw new Error(`the index of the search is refused: ${reply.status}`);
  const index = MiniSearch.loadJSON(await reply.text(), searchOptions);
  const [found, count] = [document.getElementById('found'), document.getElementById('count')];
  const look = () => {
    const words = field.value.trim();
    const results = words === '' ? [] : index.search(words).slice(0, most);
    found?.replaceChildren(...(results.length > 0 ? [listOf(results)] : []));
    if (found) found.hidden = results.length === 0;
    if (count) count.textContent = words === '' ? '' : wordsOf(results.length);
  };
  field.addEventListener('input', look);
  field.closest('search')?.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === 'Enter' && event.target === field) found?.querySelector('a')?.click();
    if (event.key !== 'Escape') return;
    field.value = '';
    field.focus();
    look();
  });
  // A link to a part of this page leaves it open.
  found?.addEventListener('click', () => {
    field.value = '';
    look();
  });
  look();
}

function wordsOf(results: number): string {
  if (results === 0) return 'Nothing was found.';
  return results === most ? `The first ${most} results` : `${results} ${results === 1 ? 'result' : 'results'}`;
}

function listOf(results: readonly SearchResult[]): HTMLElement {
  const list = document.createElement('ul');
  for (const { id, title, page } of results) {
    const link = document.createElement('a');
    link.href = String(id);
    const heading = document.createElement('strong');
    heading.textContent = title;
    link.append(heading);
    if (title !== page) link.append(` in ${page}`);
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return list;
}
