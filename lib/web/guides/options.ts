import type { Options } from 'minisearch';

/** Pages to look something up in, which come after the guides that explain it. */
const reference = /^\/guides\/(?:compatibility|contract)(?:#|$)/;

/** How sections of guides are found: titles first, by the beginnings of words, and despite a slip in long ones. */
export const searchOptions: Options = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    boostDocument: (id) => (reference.test(String(id)) ? 0.3 : 1),
    prefix: true,
    fuzzy: (term: string): number | false => (term.length > 5 ? 0.2 : false),
    combineWith: 'AND',
  },
};
