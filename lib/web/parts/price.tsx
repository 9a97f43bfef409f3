import type { DryRun } from '#lib/client/generated/schemas.ts';
import { moneyChange } from './money.ts';
import { words } from './status.tsx';

/** What a change costs or saves, and what goes with it, as the platform foretells it. */
export function Price({ found }: { found: DryRun | undefined }) {
  if (!found) return null;
  const { price_delta_paise_per_hour: hour, price_delta_paise_per_month: month, cascade } = found;
  return (
    <div className="price">
      {month === 0 && hour === 0 ? (
        <p>This does not change what the account costs.</p>
      ) : (
        <p>
          <strong>{moneyChange(month)}</strong> a month · {moneyChange(hour)} an hour, before GST
        </p>
      )}
      {cascade.length > 0 && (
        <>
          <p>With it:</p>
          <ul>
            {cascade.map(({ type, id, effect }) => (
              <li key={`${type} ${id}`}>
                {words(type)} <code>{id}</code>: {words(effect)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
