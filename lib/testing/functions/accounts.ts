import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { give, settingOf } from './environment.ts';
import { newFolder } from './folder.ts';

/** A password that the rules accept. No real account uses it. */
export const goodPassword = 'violet-harbour-91-kettle';

/** An address that no account uses yet. */
export const newEmail = () => `user-${randomUUID()}@example.com`;

/** The 2^17 addresses for tests of networks, 198.18.0.0/15 (RFC 2544), are given out in turn, from a random one. */
let given = randomInt(2 ** 17);

/** A client address that no other test of this process gets: tests never share a rate window or a count of failures. */
export function newIp(): string {
  given = (given + 1) % 2 ** 17;
  return `198.${18 + (given >> 16)}.${(given >> 8) & 255}.${given & 255}`;
}

/**
 * Names new key files in a folder that is removed with the process. The platform makes them when they are first read.
 */
export function keyFiles(): void {
  if (settingOf('SVC_SECRET_KEY_FILE')) return;
  const folder = newFolder('keys');
  give({ SVC_SIGNING_KEY_FILE: join(folder, 'signing.json'), SVC_SECRET_KEY_FILE: join(folder, 'secret.json') });
}
