import { notFound } from '#lib/model/platform/errors.ts';
import { getHost, type HostRecord } from '#lib/store/compute/hosts.ts';

/** A host that has joined and was not removed; 404 otherwise. */
export async function findHost(host: string): Promise<HostRecord> {
  const record = await getHost(host);
  if (!record || record.state === 'removed') throw notFound('host', host);
  return record;
}
