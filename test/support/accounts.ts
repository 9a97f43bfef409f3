import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  if (process.env.SVC_SECRET_KEY_FILE) return;
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-keys-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env.SVC_SIGNING_KEY_FILE = join(folder, 'signing.json');
  process.env.SVC_SECRET_KEY_FILE = join(folder, 'secret.json');
}
