import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { matchesHash } from '#lib/drivers/tokens/opaque.ts';
import type { HostAsked, HostReply } from '#lib/model/compute/host-api.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { storeBeat } from '#lib/store/compute/directory.ts';
import { changeHostKey, enrolHostKey, getHost } from '#lib/store/compute/hosts.ts';
import { getJoinToken, useJoinToken } from '#lib/store/compute/join-tokens.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { type Host, hostAudience } from './authenticate.ts';

/** Milliseconds for which the previous key may still sign. */
const overlap = 10 * 60_000;

const form = /^svcj_([a-z0-9]{4,12})_[A-Za-z0-9_-]{43}$/;

/**
 * Creates a host with this key for a caller with a join token. 401 invalid_host_signature for a token that does not
 * exist or was used, 410 for one that has expired.
 */
export async function joinHosts({ join_token, public_key }: HostAsked<'joinHosts'>): Promise<HostReply<'joinHosts'>> {
  const [, id] = form.exec(join_token) ?? [];
  const known = id === undefined ? undefined : await getJoinToken(id);
  if (!known || !matchesHash(join_token, known.hash)) throw unknownToken();
  if (known.expires <= civilNow().getTime() / 1000) throw new ApiError('join_token_expired', 'join_token: has expired');
  const host_id = known.host_id ?? `host-${known.id}`;
  const before = await getHost(host_id);
  const at = rfc3339(civilNow());
  const enrol = enrolHostKey(host_id, public_key, at, before, known.allowed);
  const isJoined = await unlessStale(transact([useJoinToken(known), enrol]));
  if (!isJoined) throw unknownToken();
  return { host_id, audience: hostAudience() };
}

const unknownToken = () => new ApiError('invalid_host_signature', 'join_token: does not exist, or was used');

/** Gives a host of this computer its key without a token. Only the launcher of a local platform uses it. */
export const enrolHost = (host_id: string, public_key: string): Promise<void> =>
  retryOnConflict(async () =>
    transact([enrolHostKey(host_id, public_key, rfc3339(civilNow()), await getHost(host_id))]),
  );

/** Changes the key with which a host signs. The previous key stays valid for ten more minutes. */
export async function rotateHostKey(
  { host_id, public_key: before = '' }: Host,
  { public_key }: HostAsked<'rotateHostKey'>,
): Promise<Record<string, never>> {
  if (public_key === before) return {};
  const last = { public_key: before, until: realNow().getTime() + overlap };
  if (await unlessStale(transact([changeHostKey(host_id, public_key, last)]))) return {};
  throw new ApiError('operation_in_progress', 'the key is being changed by another call', { retryAfter: 1 });
}

/** Handles an orderly stop of a host: nothing is placed there until it starts again. */
export async function leaveHosts({ host_id }: Host): Promise<Record<string, never>> {
  const now = realNow().getTime();
  await storeBeat({ host_id, seen_at: now, left: true });
  return {};
}
