import { realNow } from '#lib/drivers/clocks/real.ts';
import { signatureOf, usedBefore } from '#lib/drivers/tokens/host-signature.ts';
import { hangUp } from '#lib/drivers/wakeup/bell.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getBell, removeBell, storeBell } from '#lib/store/platform/bells.ts';
import type { Write } from '#lib/store/platform/write.ts';
import type { Host } from './authenticate.ts';

/** Seconds after which the gateway has certainly ended a connection: two hours and a margin. */
const longest = 2 * 3600 + 300;

/**
 * Makes a connection the host's wake-up connection (contract 4.13) and ends the previous one. 401 for a signature that
 * has already opened one, 409 stale_epoch where the agent has restarted meanwhile.
 */
export async function connectBell(
  { host_id, epoch }: Host,
  { connection, authorization }: { connection: string; authorization: string | undefined },
): Promise<Record<string, never>> {
  const before = await getBell(host_id);
  const { at: signed_at, hash: signature } = signatureOf({ authorization });
  const now = realNow().getTime();
  const bell = { host_id, connection, signed_at, signature, opened_at: now, ttl: Math.floor(now / 1000) + longest };
  const stale = () => new ApiError('stale_epoch', `host ${host_id} has started again since epoch ${epoch}`);
  await storeBell(bell, epoch, { used: usedBefore, stale });
  if (before) await hangUp(before.connection);
  return {};
}

/**
 * Does work after which the host is shut out. The work's last write removes the host's wake-up connection, which is
 * then closed.
 */
export async function withoutBell<T>(host_id: string, work: (bellGoes: Write) => Promise<T>): Promise<T> {
  const bell = await getBell(host_id);
  const done = await work(removeBell(host_id));
  if (bell) await hangUp(bell.connection);
  return done;
}
