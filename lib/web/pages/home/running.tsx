import type { Quota } from '#lib/generated/client/schemas.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { kinds } from './counted.ts';

/** How many resources of each kind the account has, in a line. */
export function Running({ quotas }: { quotas: readonly Quota[] }) {
  const used = new Map(quotas.map((quota) => [quota.name, quota.used]));
  return (
    <section className="stack" aria-labelledby="running-title">
      <h2 id="running-title">Resources</h2>
      <div className="row">
        {Object.entries(kinds)
          .filter(([name]) => used.has(name))
          .map(([name, [title, path]]) => (
            <a key={name} className="button" href={hrefOf(path)}>
              {title} <span className="about">{used.get(name)}</span>
            </a>
          ))}
      </div>
    </section>
  );
}
