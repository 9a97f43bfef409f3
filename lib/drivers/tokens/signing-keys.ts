import { setting } from '#lib/model/platform/settings.ts';
import type { SigningKeys, StoredKeySet } from './key-set.ts';

/** A store of signing keys. */
interface KeyStore {
  signingKeys(reread?: boolean): Promise<SigningKeys>;
  /** Answers the new key set. */
  rotateSigningKeys(now: Date): Promise<StoredKeySet>;
}

let file: Promise<KeyStore> | undefined;
let secret: Promise<KeyStore> | undefined;

/** The store that SVC_SIGNING_KEY_SECRET names, a secret of AWS Secrets Manager; else SVC_SIGNING_KEY_FILE. */
function store(): Promise<KeyStore> {
  // Kept, because a loader that transpiles looks for the file at every import.
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

/** The time in milliseconds for which a key signs. It is published as long before, and verifies for an hour after. */
const lifetime = 30 * 24 * 3600 * 1000;

/** Rotates the signing keys where the newest is 30 days old. Answers the time of the next rotation. */
export async function rotateWhenDue(now: Date): Promise<Date> {
  const due = dueAt((await signingKeys(true)).stored);
  return due <= now ? dueAt(await (await store()).rotateSigningKeys(now)) : due;
}

const dueAt = ({ keys }: StoredKeySet): Date =>
  new Date(Math.max(...keys.map(({ created_at }) => Date.parse(created_at))) + lifetime);
