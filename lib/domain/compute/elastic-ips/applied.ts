import { retryOnConflict } from '#lib/domain/platform/context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { changeElasticIp, type ElasticIpRecord, elasticIpsOf, getElasticIp } from '#lib/store/compute/elastic-ips.ts';
import { transact } from '#lib/store/platform/write.ts';
import { free, heldBy } from './attachment.ts';

/** Settles the addresses of an instance whose host forwards exactly these now: attaching → attached, detaching → available. */
export async function settleElasticIps(account: string, instance: string, forwarded: readonly string[]): Promise<void> {
  for (const { id } of await elasticIpsOf(account, instance)) await settleOne(account, id, instance, forwarded);
}

function settleOne(account: string, id: string, instance: string, forwarded: readonly string[]): Promise<void> {
  return retryOnConflict(async () => {
    const address = await getElasticIp(account, id);
    const next = address?.instance_id === instance ? obeyed(address, forwarded) : undefined;
    if (address && next) await transact([changeElasticIp(address, next)]);
  });
}

/** What becomes of an address; undefined where the host was told before it changed, and will be told again. */
function obeyed(address: ElasticIpRecord, forwarded: readonly string[]): ElasticIpRecord | undefined {
  const isForwarded = forwarded.includes(address.address);
  const { status, instance_id: id, host_id } = address;
  if (status === 'attaching' && isForwarded && id && host_id) {
    return heldBy(address, { id, host_id }, 'attached', civilNow());
  }
  return status === 'detaching' && !isForwarded ? free(address, civilNow()) : undefined;
}
