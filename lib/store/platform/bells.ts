import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { bell } from './bells.entity.ts';
import { get, manyOf } from './read.ts';
import { put, type Refusal, remove, require, transact, unlessStale, type Write } from './write.ts';

/** The wake-up connection of a host, through which it learns that there is work for it. */
export type Bell = Stored<typeof bell>;

export const getBell = (host: string) => get(keys.hostBell(host));

/** The wake-up connections of these hosts. Hosts without one are left out. */
export const bellsOf = async (hosts: readonly string[]): Promise<Bell[]> =>
  (await manyOf(hosts.map(keys.hostBell))).filter((bell) => bell !== undefined);

/**
 * Makes this connection the host's only one, for the agent start with this epoch. Throws `used` where its signature, or
 * a later one, has already opened a connection, and `stale` where the agent has restarted or the host is lost.
 */
export function storeBell(
  bell: Bell,
  epoch: number,
  { used, stale }: { used: Refusal<Bell>; stale: Refusal<unknown> },
): Promise<void> {
  const { host_id, signed_at, signature } = bell;
  const isNew = [
    [['pk', 'absent']],
    [['signed_at', '<', signed_at]],
    [
      ['signed_at', '=', signed_at],
      ['signature', '<>', signature],
    ],
  ] as const;
  return transact([
    require(keys.host(host_id), [['epoch', '=', epoch]], stale),
    put({ ...keys.hostBell(host_id), ...bell }, [{ any: isNew }], used),
  ]);
}

/** Removes a host's connection. */
export const removeBell = (host: string): Write => remove(keys.hostBell(host));

/** Removes a connection that has ended, unless the host already has another one. */
export const forgetBell = ({ host_id, connection }: Bell): Promise<boolean> =>
  unlessStale(transact([remove(keys.hostBell(host_id), [['connection', '=', connection]])]));
