import type { ListId } from '#lib/client/methods.ts';
import type { DryRun } from '#lib/generated/client/schemas.ts';
import { useName } from '#lib/web/api/names.ts';
import { moneyChange } from './money.ts';
import { placeOf } from './places.ts';
import { words } from './status.tsx';

/** A resource by its name, where it has one. */
function Affected({ id }: { id: string }) {
  const [list] = placeOf(id) ?? [];
  return list ? <Named list={list} id={id} /> : <code>{id}</code>;
}

function Named({ list, id }: { list: ListId; id: string }) {
  const name = useName(list, id);
  return name ? <strong title={id}>{name}</strong> : <code>{id}</code>;
}

const Pending = () => (
  <div className="price" aria-busy="true">
    <p>The price is not known yet.</p>
  </div>
);

interface PriceProps {
  readonly found: DryRun | undefined;
  readonly isPending: boolean;
  /** What is said where nothing is added or saved yet. */
  readonly unpriced?: string | undefined;
}

/**
 * What a change costs or saves, and what goes with it, as the platform foretells it. Its place is kept while it is
 * pending: the button below must not move away from under a pointer.
 */
export function Price({ found, isPending, unpriced = 'This does not change what the account costs.' }: PriceProps) {
  if (!found) return isPending ? <Pending /> : null;
  const { price_delta_paise_per_hour: hour, price_delta_paise_per_month: month, cascade } = found;
  return (
    <div className="price">
      {month === 0 && hour === 0 ? (
        <p>{unpriced}</p>
      ) : (
        <p>
          <strong>{moneyChange(month)}</strong> a month · {moneyChange(hour)} an hour, before GST
        </p>
      )}
      {cascade.length > 0 && (
        <>
          <p>Also:</p>
          <ul>
            {cascade.map(({ type, id, effect }) => (
              <li key={`${type} ${id}`}>
                {words(type)} <Affected id={id} />: {words(effect)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
