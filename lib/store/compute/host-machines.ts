import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { all, batchGet } from '#lib/store/platform/read.ts';
import type { claim } from './host-machines.entity.ts';
import type { InstanceRecord } from './instances.ts';

/*
 * A host names a machine only by its instance's id. Its claim of a port, which names the account, is found by reading
 * all claims of the host, so this process caches where the claim is. The cache is only a hint.
 */

type Claim = Stored<typeof claim>;

/** Every instance for which a host holds a port. */
export function instancesOf(host: string) {
  const { pk } = keys.port(host, 0);
  return all({ pk, begins: 'PORT#' });
}

/** As many entries as a host has ports. The oldest is dropped first. */
const MOST = 10_000;
const found = new Map<string, Claim>();

/** The record of an instance for which a host holds a port; undefined where it holds none. */
export async function instanceOn(host: string, id: string): Promise<InstanceRecord | undefined> {
  const known = found.get(nameOf(host, id));
  const record = known && (await readClaimed(host, known));
  if (record) return record;
  found.delete(nameOf(host, id));
  const claim = await claimOf(host, id);
  return claim && readClaimed(host, claim);
}

async function readClaimed(
  host: string,
  { port, account_id, instance_id }: Claim,
): Promise<InstanceRecord | undefined> {
  const [claim, record] = await batchGet([keys.port(host, port), keys.listed(account_id, 'instance', instance_id)]);
  return claim?.instance_id === instance_id ? record : undefined;
}

/** Reads all claims of the host and caches each: a caller that asks for one machine is likely to ask for the others. */
async function claimOf(host: string, id: string): Promise<Claim | undefined> {
  for await (const { port, account_id, instance_id } of instancesOf(host)) {
    remember(nameOf(host, instance_id), { port, account_id, instance_id });
  }
  return found.get(nameOf(host, id));
}

function remember(name: string, claim: Claim): void {
  const [oldest] = found.keys();
  if (found.size >= MOST && oldest !== undefined && !found.has(name)) found.delete(oldest);
  found.set(name, claim);
}

const nameOf = (host: string, id: string): string => `${host}#${id}`;
