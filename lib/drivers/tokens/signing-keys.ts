import type { SigningKeys, StoredKeySet } from './key-set.ts';

/** Where the signing keys are kept. */
interface KeyStore {
  signingKeys(fresh?: boolean): Promise<SigningKeys>;
  /** Answers the generation that it made. */
  rotateSigningKeys(now: Date): Promise<StoredKeySet>;
}

let file: Promise<KeyStore> | undefined;
let secret: Promise<KeyStore> | undefined;

/** SVC_SIGNING_KEY_SECRET, a secret of AWS Secrets Manager, where it is set; else SVC_SIGNING_KEY_FILE. */
function store(): Promise<KeyStore> {
  // Each once: a loader that transpiles looks for the file at every import.
  if (process.env.SVC_SIGNING_KEY_SECRET) {
    secret ??= import('./signing-key-secret.ts');
    return secret;
  }
  file ??= import('./signing-key-file.ts');
  return file;
}

/** The signing keys, made at their first use; `fresh` looks at them again now. Throws KeyFileError when they are unset or unusable. */
export const signingKeys = async (fresh = false): Promise<SigningKeys> => (await store()).signingKeys(fresh);

/** Milliseconds that a key signs; it is published as long before, and verifies for an hour after. */
const lifetime = 30 * 24 * 3600 * 1000;

/** Advances the signing keys by one generation where their newest is 30 days old; answers when they are next to be. */
export async function rotateWhenDue(now: Date): Promise<Date> {
  const due = dueAt((await signingKeys(true)).stored);
  return due <= now ? dueAt(await (await store()).rotateSigningKeys(now)) : due;
}

const dueAt = ({ keys }: StoredKeySet): Date =>
  new Date(Math.max(...keys.map(({ created_at }) => Date.parse(created_at))) + lifetime);
