import type { Options } from 'minisearch';

/** How sections of guides are found: titles first, by the beginnings of words, and despite a slip in long ones. */
export const searchOptions: Options = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (term: string): number | false => (term.length > 5 ? 0.2 : false),
    combineWith: 'AND',
  },
};
