import MiniSearch from 'minisearch';
import { searchOptions } from '#lib/web/guides/options.ts';
import { type Heading, plain } from './markdown.ts';

/** A section of a page, which the search finds. */
export interface Entry {
  /** Its address, with its heading's. */
  readonly id: string;
  /** The title of its page. */
  readonly page: string;
  /** Its own heading. */
  readonly title: string;
  readonly text: string;
}

/** The sections of a page: one for each heading of the first three levels. */
export function entriesOf(page: { text: string; path: string; title: string; headings: readonly Heading[] }): Entry[] {
  const headings = page.headings.filter(({ level }) => level <= 3);
  // A fenced block may have lines that begin as headings do.
  const parts = page.text
    .replaceAll(/^```.*?^```$/gms, (block) => block.replaceAll(/^#/gm, '\u0000'))
    .split(/^(?=#{1,3} )/m);
  return parts.flatMap((part, i) => {
    const { level = 1, id, title = '' } = headings[i] ?? {};
    const body = part.replaceAll('\u0000', '#').split('\n').slice(1).join('\n');
    const address = level === 1 ? page.path : `${page.path}#${id}`;
    return [{ id: address, page: page.title, title, text: plain(body) }];
  });
}

/** The index of these sections, as the search in a browser loads it. */
export function indexOf(entries: readonly Entry[]): string {
  const index = new MiniSearch<Entry>(searchOptions);
  index.addAll(entries);
  return JSON.stringify(index);
}
