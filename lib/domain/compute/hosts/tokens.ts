import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { hashToken, newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import type { JoinTokenView, JoinTokenWish, NewJoinTokenView } from '#lib/model/compute/operated-host.ts';
import type { Deleted } from '#lib/model/platform/common.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { Allowed } from '#lib/store/compute/hosts.ts';
import {
  allJoinTokens,
  getJoinToken,
  type JoinToken,
  putJoinToken,
  useJoinToken,
} from '#lib/store/compute/join-tokens.ts';
import { transact } from '#lib/store/platform/write.ts';
import { requireHost } from './change.ts';

/** The default validity of a join token in seconds. */
const hour = 3600;

/** The length of a token's id, which is also the id of a new host. */
const idLength = 12;

/** A token in plain text, which is shown once, and its stored record. */
export interface MadeToken {
  token: string;
  record: JoinToken;
}

/** Makes a token with which one host can join: a new one, or the named host, whose key it replaces. */
export function newJoinToken({
  host_id = null,
  seconds = hour,
  by,
  allowed,
}: {
  host_id?: string | null;
  seconds?: number;
  by?: string;
  allowed?: Allowed;
} = {}): MadeToken {
  const secret = newOpaqueToken('s').slice(2);
  const id = hashToken(secret)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, idLength)
    .toLowerCase();
  const token = `svcj_${id}_${secret}`;
  const now = civilNow();
  const expires = Math.floor(now.getTime() / 1000) + seconds;
  const made = { created_at: rfc3339(now), ...(by !== undefined && { created_by: by }), ...(allowed && { allowed }) };
  return { token, record: { id, hash: hashToken(token), host_id, expires, ...made } };
}

/** Makes a join token without a request, and returns its text: for programs that set a platform up. */
export async function issueJoinToken(options: Parameters<typeof newJoinToken>[0] = {}): Promise<string> {
  const { token, record } = newJoinToken(options);
  await transact([putJoinToken(record)]);
  return token;
}

/**
 * The address at which hosts join: a separate API in a deployment, and on a laptop whatever is in front of its socket.
 */
const hostApiUrl = (): string => setting('SVC_HOST_API') ?? setting('SVC_BASE_URL') ?? '<url of the host API>';

/** Makes a join token. Only this reply contains its text. 404 for a host that does not exist. */
export async function createJoinToken(
  context: Context,
  { host_id, expires_in_seconds, disk_scope, address_pool }: JoinTokenWish,
): Promise<NewJoinTokenView> {
  if (host_id !== null) await requireHost(host_id);
  // A host that only gets a new key keeps its permissions.
  const allowed = { ...(disk_scope !== null && { disk_scope }), ...(address_pool !== null && { address_pool }) };
  const { token, record } = newJoinToken({
    host_id,
    seconds: expires_in_seconds,
    by: context.principal.name,
    ...(Object.keys(allowed).length > 0 && { allowed }),
  });
  const command = `svc-host join --url ${hostApiUrl()} --token ${token}`;
  return context.commit({ writes: [putJoinToken(record)], reply: { ...shown(record), token, command } });
}

/** One page of the tokens with which hosts can still join. */
export async function listJoinTokens(
  context: Context,
  query: ListQuery,
): Promise<{ join_tokens: JoinTokenView[]; next_cursor: string }> {
  const now = civilNow().getTime() / 1000;
  const valid = (await allJoinTokens()).filter(({ expires }) => expires > now).map(shown);
  const place = ({ created_at, id }: JoinTokenView) => `${created_at}#${id}`;
  const { items, next_cursor } = await pageOf(context, 'join-token', query, valid, { place, label: 'id' });
  return { join_tokens: items, next_cursor };
}

/** Revokes an unused join token. 404 where there is none. */
export async function deleteJoinToken(context: Context, { id }: { id: string }): Promise<Deleted> {
  const known = await getJoinToken(id);
  if (!known) throw notFound('join token', id);
  return context.commit({ writes: [useJoinToken(known)], reply: { id, deleted: true as const } });
}

const shown = ({ id, host_id, expires, created_at, created_by, allowed }: JoinToken): JoinTokenView => ({
  id,
  host_id,
  disk_scope: allowed?.disk_scope ?? null,
  address_pool: allowed?.address_pool ?? null,
  expires_at: rfc3339(new Date(expires * 1000)),
  created_at: created_at ?? null,
  created_by: created_by ?? null,
});
