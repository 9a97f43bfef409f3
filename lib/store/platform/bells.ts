import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { bell } from './bells.entity.ts';
import { get, manyOf } from './read.ts';
import { put, type Refusal, remove, require, transact, unlessStale, type Write } from './write.ts';

/** The connection by which a host hears that there is work for it. */
export type Bell = Stored<typeof bell>;

export const getBell = (host: string) => get(keys.hostBell(host));

/** The bells of these hosts; those without one are left out. */
export const bellsOf = async (hosts: readonly string[]): Promise<Bell[]> =>
  (await manyOf(hosts.map(keys.hostBell))).filter((bell) => bell !== undefined);

/**
 * Makes this connection a host's only one, for the start of its agent that has this epoch. `used` is thrown where its
 * signature, or a later one, has opened one already; `stale` where the agent has started anew or the host is lost.
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

/** Has a host be without a bell. */
export const removeBell = (host: string): Write => remove(keys.hostBell(host));

/** Forgets a connection that has ended, unless the host has another one by now. */
export const forgetBell = ({ host_id, connection }: Bell): Promise<boolean> =>
  unlessStale(transact([remove(keys.hostBell(host_id), [['connection', '=', connection]])]));
