import { realNow } from '#lib/drivers/clocks/real.ts';
import { KeyFileError, keyFileReader, replaceKeyFile } from '#lib/drivers/secrets/key-file.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { parseSigningKeys, rotated, type SigningKeys, type StoredKeySet, textOf } from './key-set.ts';

const readSigningKeys = keyFileReader<SigningKeys>({
  parse: parseSigningKeys,
  async generate() {
    const { newSigningKey } = await import('./new-key.ts');
    return textOf({ format: 1, keys: [await newSigningKey('current', realNow())] });
  },
  secret: true,
});

/** The keys of SVC_SIGNING_KEY_FILE, created (0600) at first use; throws KeyFileError when it is unset or unusable. */
export async function signingKeys(reread = false): Promise<SigningKeys> {
  const path = setting('SVC_SIGNING_KEY_FILE');
  if (!path) throw new KeyFileError('SVC_SIGNING_KEY_FILE is not set; it names the file of the signing keys');
  return readSigningKeys(path, reread);
}

/**
 * Rotates the keys of SVC_SIGNING_KEY_FILE. The first call publishes a next key; each later call also makes the earlier
 * next key current.
 */
export async function rotateSigningKeys(now: Date): Promise<StoredKeySet> {
  const { stored } = await signingKeys(true);
  const { newSigningKey } = await import('./new-key.ts');
  const next = rotated(stored, await newSigningKey('next', now), now);
  await replaceKeyFile(setting('SVC_SIGNING_KEY_FILE') as string, textOf(next));
  return next;
}
