import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { give, settingOf } from './environment.ts';
import { newFolder } from './folder.ts';

/** A password that the rules accept. No real account uses it. */
export const goodPassword = 'violet-harbour-91-kettle';

/** An address that no account uses yet. */
export const newEmail = () => `user-${randomUUID()}@example.com`;

/** A client address that no other test uses, so that tests do not share a rate window. */
export const newIp = () => `198.18.${randomInt(256)}.${randomInt(256)}`;

/**
 * Names new key files in a folder that is removed with the process. The platform makes them when they are first read.
 */
export function keyFiles(): void {
  if (settingOf('SVC_SECRET_KEY_FILE')) return;
  const folder = newFolder('keys');
  give({ SVC_SIGNING_KEY_FILE: join(folder, 'signing.json'), SVC_SECRET_KEY_FILE: join(folder, 'secret.json') });
}
