import { useRead } from '#lib/web/api/query.ts';
import { Empty } from '#lib/web/parts/empty.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
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

/** How many resources of each kind the account has. One call counts them all. */
export function Running() {
  const { data, error, refetch } = useRead('listQuotas', {}, { every: 60_000 });
  if (error && !data && error.status !== 403) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return null;
  const used = new Map(data.quotas.map((quota) => [quota.name, quota.used]));
  const shown = Object.entries(kinds).filter(([name]) => used.has(name));
  if (shown.every(([name]) => used.get(name) === 0 || name === 'vpcs')) {
    const create = { to: hrefOf('/instances/new'), label: 'Launch an instance' };
    return (
      <Empty create={create} command="svc instance launch web-1 --instance-type s1-nano">
        Nothing runs in this account yet. An instance is a machine with a shell. It starts in about a second and is
        billed by the second.
      </Empty>
    );
  }
  return (
    <section className="stack" aria-labelledby="running-title">
      <h2 id="running-title">Resources</h2>
      <div className="cards small">
        {shown.map(([name, [title, path]]) => (
          <a key={name} className="card" href={hrefOf(path)}>
            <span className="big">{used.get(name)}</span>
            <span>{title}</span>
          </a>
        ))}
      </div>
    </section>
  );
}
