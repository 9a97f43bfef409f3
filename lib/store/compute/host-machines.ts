import { keys } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/platform/read.ts';
import { instancesOf } from './hosts.ts';
import type { InstanceRecord } from './instances.ts';

/*
 * A host names a machine by its instance's id alone. Its claim of a port, which names the account, is found by reading
 * all claims of the host, so this process remembers which it was. What is remembered is only where to look.
 */

type Claim = Readonly<{ port: number; account_id: string; instance_id: string }>;

/** More than a host has machines; the one that was found first is forgotten first. */
const MOST = 10_000;
const found = new Map<string, Claim>();

/** The record of an instance for which a host holds a port; undefined where it holds none. */
export async function instanceOn(host: string, id: string): Promise<InstanceRecord | undefined> {
  const name = `${host}#${id}`;
  const known = found.get(name);
  const record = known && (await readClaimed(host, known));
  if (record) return record;
  found.delete(name);
  const claim = await claimOf(host, id);
  if (!claim) return undefined;
  remember(name, claim);
  return readClaimed(host, claim);
}

async function readClaimed(
  host: string,
  { port, account_id, instance_id }: Claim,
): Promise<InstanceRecord | undefined> {
  const [claim, record] = await batchGet([keys.port(host, port), keys.listed(account_id, 'instance', instance_id)]);
  return claim?.instance_id === instance_id ? (record as InstanceRecord | undefined) : undefined;
}

async function claimOf(host: string, id: string): Promise<Claim | undefined> {
  for await (const claim of instancesOf(host)) if (claim.instance_id === id) return claim;
  return undefined;
}

function remember(name: string, { port, account_id, instance_id }: Claim): void {
  const [oldest] = found.keys();
  if (found.size >= MOST && oldest !== undefined) found.delete(oldest);
  found.set(name, { port, account_id, instance_id });
}
