import { words } from '#lib/web/parts/status.tsx';
import { useSearch } from '#lib/web/shell/router.ts';

/** A choice of one value for a filter in the address. */
export function Choose({ label, name, values }: { label: string; name: string; values: readonly string[] }) {
  const [search, change] = useSearch();
  return (
    <select
      aria-label={label}
      value={search.get(name) ?? ''}
      onChange={(event) => change({ [name]: event.target.value })}
    >
      <option value="">Any {label.toLowerCase()}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {words(value)}
        </option>
      ))}
    </select>
  );
}

/** The days from and to which a list goes, in the address. */
export function Days() {
  const [search, change] = useSearch();
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="row">
          {name === 'from' ? 'From' : 'to'}
          <input
            type="date"
            value={search.get(name) ?? ''}
            onChange={(event) => change({ [name]: event.target.value }, 'typed')}
          />
        </label>
      ))}
    </>
  );
}

/** These days as the API takes them: both belong to the list, and are days in IST. */
export const days = (search: URLSearchParams) => ({
  from: search.get('from') ?? undefined,
  to: search.get('to') ?? undefined,
});
