import { noteEvent } from '#lib/domain/compute/instances/settle.ts';
import { retryOnConflict } from '#lib/domain/platform/context.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { silentAfterMs } from '#lib/model/compute/host-call.ts';
import { instancesOf, readDirectory } from '#lib/store/compute/hosts.ts';
import { changeInstance, getInstance } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';
import { settleLostBalancers } from './balancers.ts';

/**
 * Marks what is on hosts that stopped sending heartbeats: running machines have no SSH, load balancers are in error,
 * and both show the reason.
 */
export async function checkHosts(): Promise<{ next_at: null }> {
  const since = realNow().getTime() - silentAfterMs;
  for (const host of await readDirectory()) {
    if (host.seen_at > since) continue;
    for await (const { account_id, instance_id } of instancesOf(host.host_id)) {
      await markUnreachable(account_id, instance_id, host.host_id);
    }
    await settleLostBalancers(host.host_id);
  }
  return { next_at: null };
}

function markUnreachable(account: string, id: string, host: string): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getInstance(account, id);
    if (record?.status !== 'running' || !record.ssh_ready) return;
    const now = civilNow();
    const reason = `host ${host} does not answer`;
    const next = { ...record, ssh_ready: false, status_reason: reason, updated_at: rfc3339(now) };
    await transact([changeInstance(record, next), noteEvent(record, next, 'host', reason, now)]);
  });
}
