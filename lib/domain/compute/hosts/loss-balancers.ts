import { remetered, unmetered } from '#lib/domain/billing/metering/marks.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { storedAssignments } from '#lib/store/compute/balancing.ts';
import { changeLoadBalancer, getLoadBalancer, type LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';
import { unpinVpc } from '#lib/store/compute/vpcs.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { finishRemoval } from './balancers.ts';

/**
 * Sets the load balancers of a lost host in error. They are not charged after its last heartbeat. Their VPCs may move
 * to other hosts.
 */
export const loseBalancers = (host: string, seen: string): Promise<void> =>
  eachOf(host, async (record) => {
    if (record.status === 'deleting') return finishRemoval({ record });
    await unlessStale(transact([unpinVpc(record.account_id, record.vpc_id, host)]));
    if (record.lost) return;
    const next = { status: 'error', status_reason: 'host lost', lost: true, updated_at: rfc3339(civilNow()) } as const;
    await transact([changeLoadBalancer(record, next), unmetered('load_balancers', record, seen)]);
  });

/** Charges the load balancers of a host that has come back again. They become active once it serves them. */
export const returnBalancers = (host: string): Promise<void> =>
  eachOf(host, async (record) => {
    if (!record.lost) return;
    const reason = `host ${host} does not serve it yet`;
    const next = { status_reason: reason, lost: false, updated_at: rfc3339(civilNow()) };
    await transact([
      changeLoadBalancer(record, next),
      remetered('load_balancers', record, { ...record, ...next }, next.updated_at),
    ]);
  });

async function eachOf(host: string, work: (record: LoadBalancerRecord) => Promise<void>): Promise<void> {
  for (const { account_id, load_balancer_id } of await storedAssignments(host))
    await retryOnConflict(async () => {
      const record = await getLoadBalancer(account_id, load_balancer_id);
      if (record) await work(record);
    });
}
