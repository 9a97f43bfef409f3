import { setTimeout as wait } from 'node:timers/promises';
import type { HostKey } from '#lib/agent/link/key.ts';
import { HostLink } from '#lib/agent/link/link.ts';
import { LinkError } from '#lib/agent/link/link-error.ts';
import { transportTo } from '#lib/agent/link/transport.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { HostFiles } from './files.ts';

/*
 * A key is changed in this order: the next one is written, the control plane is told, and it takes the place of the one
 * before. Wherever that ends, one of the two files has the key that counts.
 */

/** Milliseconds between two attempts, while the control plane does not answer. It takes the old key for ten minutes. */
const retryMs = 2000;

/** Has the host sign with a new key from now on, however long the control plane does not answer. */
export async function rotateKey(link: HostLink, files: HostFiles): Promise<HostKey> {
  const next = files.makeNextKey();
  for (;;) {
    try {
      await link.call('rotateHostKey', { public_key: next.public_key });
      break;
    } catch (error) {
      if (!isPassing(error)) {
        files.dropNextKey();
        throw error;
      }
      await wait(retryMs);
    }
  }
  files.adoptNextKey();
  link.signWith(next.jwk);
  return next;
}

/** Whether it is unknown what became of a call, or it is to be made again. */
const isPassing = (error: unknown): boolean =>
  error instanceof LinkError && (error.status === 0 || error.status >= 500 || error.code === 'operation_in_progress');

/** Finishes what an agent that was killed has left: finds out which of two keys counts. */
export async function settleKey(files: HostFiles): Promise<void> {
  const next = files.nextKey();
  if (!next) return;
  if (await isKnown(next)) files.adoptNextKey();
  else files.dropNextKey();
}

/** Whether a call that this key has signed is refused for nothing but its epoch. */
async function isKnown({ jwk }: HostKey): Promise<boolean> {
  const hostId = setting('SVC_HOST');
  const audience = setting('SVC_BASE_URL') || 'svc';
  const link = new HostLink({ hostId, key: jwk, audience, transport: transportTo(setting('SVC_HOST_API') ?? '') });
  try {
    link.begin(1);
    await link.call('listHostBalancers', {});
    return true;
  } catch (error) {
    if (!(error instanceof LinkError) || isPassing(error)) throw error;
    return error.code !== 'invalid_host_signature';
  } finally {
    link.close();
  }
}
