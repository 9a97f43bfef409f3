import { realNow } from '#lib/drivers/clocks/real.ts';
import { isSecret, KeyFileError } from '#lib/drivers/secrets/key-file.ts';
import { keySecretReader } from '#lib/drivers/secrets/key-secret.ts';
import { readSecret, replaceSecretValue } from '#lib/drivers/secrets/secrets-manager.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type Jwks, parseSigningKeys, rotated, type SigningKeys, type StoredKeySet, textOf } from './key-set.ts';

const read = keySecretReader<SigningKeys>({
  parse: parseSigningKeys,
  async generate() {
    const { newSigningKey } = await import('./new-key.ts');
    return textOf({ format: 1, keys: [await newSigningKey('current', realNow())] });
  },
});

/** The publication of each key set, so that it happens once. */
const published = new WeakMap<SigningKeys, Promise<void>>();

/**
 * The keys of the secret SVC_SIGNING_KEY_SECRET, generated at first use. Nothing is signed before the public keys are
 * in the secret SVC_JWKS, which functions that only verify read.
 */
export async function signingKeys(reread = false): Promise<SigningKeys> {
  const keys = await read(name(), reread);
  const publication = published.get(keys) ?? publish(keys.jwks);
  published.set(keys, publication);
  publication.catch(() => published.delete(keys));
  await publication;
  return keys;
}

/**
 * Rotates the keys of SVC_SIGNING_KEY_SECRET. The first call publishes a next key; each later call also makes the
 * earlier next key current.
 */
export async function rotateSigningKeys(now: Date): Promise<StoredKeySet> {
  const { newSigningKey } = await import('./new-key.ts');
  const { stored } = parseSigningKeys((await readSecret(name())) ?? '{}');
  const next = rotated(stored, await newSigningKey('next', now), now);
  await replaceSecretValue(name(), textOf(next));
  await publish(parseSigningKeys(textOf(next)).jwks);
  return next;
}

async function publish(keys: Jwks): Promise<void> {
  const secret = setting('SVC_JWKS');
  if (!secret || !isSecret(secret)) return;
  const text = JSON.stringify(keys);
  if ((await readSecret(secret)) !== text) await replaceSecretValue(secret, text);
}

function name(): string {
  const secret = setting('SVC_SIGNING_KEY_SECRET');
  if (!secret) throw new KeyFileError('SVC_SIGNING_KEY_SECRET is not set; it names the secret of the signing keys');
  return secret;
}
