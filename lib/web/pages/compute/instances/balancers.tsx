import { useEffect } from 'react';
import type { Instance } from '#lib/generated/client/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

/** The load balancers that send requests to an instance, each with its address and the health of the instance there. */
export function BalancersOf({ instance: { id, vpc_id } }: { instance: Instance }) {
  const list = useList('listLoadBalancers', { query: { vpc_id } });
  const { items, error, hasMore, isFetching, loadMore } = list;
  const goesOn = hasMore && !isFetching && !error;
  useEffect(() => {
    if (goesOn) loadMore();
  }, [goesOn, loadMore]);
  if (error?.status === 403) return <span className="about">–</span>;
  if (error && !items) return <Problem error={error} again={list.again} />;
  if (!items) return <span className="about">…</span>;
  const found = items.flatMap((balancer) => {
    const backend = balancer.backends.find(({ instance_id }) => instance_id === id);
    return backend ? [{ balancer, backend }] : [];
  });
  if (found.length === 0) return hasMore ? '…' : 'none';
  return found.map(({ balancer: { id: balancer, name, public_ip, listeners }, backend: { health } }) => (
    <div key={balancer}>
      <a href={hrefOf(`/load-balancers/${balancer}`)}>{name}</a> <Status status={health} />
      <div className="about">{listeners.map(({ port }) => `${public_ip}:${port}`).join(', ')}</div>
    </div>
  ));
}
