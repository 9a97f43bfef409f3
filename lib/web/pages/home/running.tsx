import type { Quota } from '#lib/generated/client/schemas.ts';
import { hrefOf } from '#lib/web/shell/router.ts';

/** The quotas that count what an account has, and the page that shows it. */
const kinds: Readonly<Record<string, readonly [string, string]>> = {
  instances: ['Instances', '/instances'],
  asgs: ['Groups', '/groups'],
  volumes: ['Volumes', '/volumes'],
  snapshots: ['Snapshots', '/snapshots'],
  images: ['Images', '/images'],
  vpcs: ['Networks', '/networks'],
  elastic_ips: ['Elastic IPs', '/addresses'],
  load_balancers: ['Load balancers', '/load-balancers'],
  buckets: ['Buckets', '/buckets'],
};

/** Whether an account has nothing yet: every account has a network. */
export const hasNothing = (quotas: readonly Quota[]): boolean =>
  quotas.every(({ name, used }) => used === 0 || name === 'vpcs' || !(name in kinds));

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
