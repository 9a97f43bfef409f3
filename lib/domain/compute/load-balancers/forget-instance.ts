import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { dropBackend, loadBalancersOf } from '#lib/store/compute/load-balancers.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** What takes an instance that is gone out of every load balancer of its account (contract 3.1). */
export async function forgetInstance(account: string, instance: string, now: Date): Promise<Write[]> {
  const balancers = await loadBalancersOf(account);
  return balancers
    .filter(({ backends }) => backends[instance])
    .map(({ id }) => dropBackend(account, id, instance, { at: rfc3339(now) }));
}
