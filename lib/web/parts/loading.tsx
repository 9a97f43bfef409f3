/** Says that something is on its way, and keeps its place: as the rows of a list, as a page, or as a part of one. */
export const Loading = ({ as }: { as?: 'rows' | 'page' }) => (
  <output className={as ? `loading ${as}` : 'loading'}>
    <span className="unseen">Loading …</span>
  </output>
);
