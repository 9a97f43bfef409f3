import type { IncomingMessage } from 'node:http';
import { ApiError } from '#lib/model/platform/errors.ts';
import { uidOfPeer } from './peer.ts';

/**
 * Refuses programs of other users; root is allowed. Any user of this machine may connect to our port, and /dev shows
 * the mail of all accounts and controls their payments. Users can only be told apart on Linux.
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
 * Refuses requests from pages of other sites, by headers that pages cannot set. A browser may navigate to a page here
 * from anywhere, for example by a link in a mail: pages contain no data, and cannot be framed.
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
