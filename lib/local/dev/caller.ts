import type { IncomingMessage } from 'node:http';
import { ApiError } from '#lib/model/platform/errors.ts';
import { uidOfPeer } from './peer.ts';

/**
 * Lets programs of our own user and root pass. Any user of this machine may connect to our port, and what stands under
 * /dev is the mail of all accounts and the hand of their bank. Elsewhere than on Linux nobody can be told from another.
 */
export async function checkUser({ socket }: IncomingMessage): Promise<void> {
  const own = process.getuid?.();
  if (process.platform !== 'linux' || own === undefined) return;
  const uid = await uidOfPeer(socket);
  if (uid === own || uid === 0) return;
  const who = uid === undefined ? 'a user who cannot be told' : `uid ${uid}`;
  throw new ApiError(
    'access_denied',
    `/dev is for programs of the user who runs the platform (uid ${own}), not ${who}`,
  );
}

/**
 * Refuses what a page of another site sends, by the headers that no page can change. A browser may come to a page here
 * from anywhere, as from a link in a mail: pages hold no data, and none can be shown within another.
 */
export function checkOrigin({ headers }: IncomingMessage, baseUrl: string, isPage: boolean): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  if (origin !== undefined && origin !== baseUrl) {
    throw new ApiError('cross_origin', `origin: ${JSON.stringify(origin)} is not ${baseUrl}`);
  }
  const opened = isPage && mode === 'navigate' && dest === 'document';
  if (site === undefined || site === 'same-origin' || site === 'none' || opened) return;
  throw new ApiError('cross_origin', `sec-fetch-site: ${JSON.stringify(site)} is not same-origin`);
}
