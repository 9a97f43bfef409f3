import { isSecret, KeyFileError } from '#lib/drivers/secrets/key-file.ts';
import { keySecretReader } from '#lib/drivers/secrets/key-secret.ts';
import { readSecret, replaceSecretValue } from '#lib/drivers/secrets/secrets-manager.ts';
import { type Jwks, parseSigningKeys, rotated, type SigningKeys, type StoredKeySet, textOf } from './key-set.ts';

const read = keySecretReader<SigningKeys>({
  parse: parseSigningKeys,
  async generate() {
    const { newSigningKey } = await import('./new-key.ts');
    return textOf({ format: 1, keys: [await newSigningKey('current', new Date())] });
  },
});

/** Publications by key set, so that each is made once. */
const published = new WeakMap<SigningKeys, Promise<void>>();

/**
 * The keys of the secret SVC_SIGNING_KEY_SECRET, made at first use; nothing is signed before their public half stands in
 * the secret that SVC_JWKS names, where those look who only verify.
 */
export async function signingKeys(fresh = false): Promise<SigningKeys> {
  const keys = await read(name(), fresh);
  const publication = published.get(keys) ?? publish(keys.jwks);
  published.set(keys, publication);
  publication.catch(() => published.delete(keys));
  await publication;
  return keys;
}

/** Advances SVC_SIGNING_KEY_SECRET by one generation: the first call publishes a next key, each later one also promotes it. */
export async function rotateSigningKeys(now: Date): Promise<StoredKeySet> {
  const { newSigningKey } = await import('./new-key.ts');
  const { stored } = parseSigningKeys((await readSecret(name())) ?? '{}');
  const next = rotated(stored, await newSigningKey('next', now), now);
  await replaceSecretValue(name(), textOf(next));
  await publish(parseSigningKeys(textOf(next)).jwks);
  return next;
}

async function publish(keys: Jwks): Promise<void> {
  const secret = process.env.SVC_JWKS;
  if (!secret || !isSecret(secret)) return;
  const text = JSON.stringify(keys);
  if ((await readSecret(secret)) !== text) await replaceSecretValue(secret, text);
}

function name(): string {
  const secret = process.env.SVC_SIGNING_KEY_SECRET;
  if (!secret) throw new KeyFileError('SVC_SIGNING_KEY_SECRET is not set; it names the secret of the signing keys');
  return secret;
}
