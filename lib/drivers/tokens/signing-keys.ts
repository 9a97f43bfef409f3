import { setting } from '#lib/model/platform/settings.ts';
import type { SigningKeys, StoredKeySet } from './key-set.ts';

/** A store of signing keys. */
interface KeyStore {
  signingKeys(reread?: boolean): Promise<SigningKeys>;
  /** Returns the new key set. */
  rotateSigningKeys(now: Date): Promise<StoredKeySet>;
}

let file: Promise<KeyStore> | undefined;
let secret: Promise<KeyStore> | undefined;

/**
 * The store of signing keys: the AWS Secrets Manager secret SVC_SIGNING_KEY_SECRET, otherwise the file
 * SVC_SIGNING_KEY_FILE.
 */
function store(): Promise<KeyStore> {
  // Kept, because a loader that transpiles looks up the file at every import.
  if (setting('SVC_SIGNING_KEY_SECRET')) {
    secret ??= import('./signing-key-secret.ts');
    return secret;
  }
  file ??= import('./signing-key-file.ts');
  return file;
}

/**
 * The signing keys, generated at first use. `reread` reads them again now. Throws KeyFileError where they are not set
 * or invalid.
 */
export const signingKeys = async (reread = false): Promise<SigningKeys> => (await store()).signingKeys(reread);

/** How long a key signs, in milliseconds. It is published that long before, and verifies for an hour after. */
const lifetime = 30 * 24 * 3600 * 1000;

/** Rotates the signing keys if the newest is 30 days old. Returns the time of the next rotation. */
export async function rotateWhenDue(now: Date): Promise<Date> {
  const due = dueAt((await signingKeys(true)).stored);
  return due <= now ? dueAt(await (await store()).rotateSigningKeys(now)) : due;
}

const dueAt = ({ keys }: StoredKeySet): Date =>
  new Date(Math.max(...keys.map(({ created_at }) => Date.parse(created_at))) + lifetime);
