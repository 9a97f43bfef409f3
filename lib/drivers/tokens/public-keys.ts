import { isSecret, KeyFileError, keyFileReader } from '#lib/drivers/secrets/key-file.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type Jwks, parseJwks } from './key-set.ts';

const readJwks = keyFileReader<Jwks>({ parse: parseJwks, secret: false });

let inline: { text: string; keys: Jwks } | undefined;
let privateKeys: Promise<typeof import('./signing-keys.ts')> | undefined;
let published: Promise<typeof import('./published-keys.ts')> | undefined;
let fromSecret: Promise<(secret: string, reread?: boolean) => Promise<Jwks>> | undefined;

/**
 * The public keys of SVC_JWKS (JSON text, a URL, a file's path, or the ARN of a secret), otherwise of the signing keys.
 * `reread` reads them again now. Unchanged keys yield the same object. Throws KeyFileError where neither source is
 * valid.
 */
export async function jwks(reread = false): Promise<Jwks> {
  const where = setting('SVC_JWKS');
  if (!where) {
    // Where SVC_JWKS is set, as in the cloud, a function that only verifies never loads code that reads private keys.
    // The module is kept, because a loader that transpiles looks up the file at every import.
    privateKeys ??= import('./signing-keys.ts');
    return (await (await privateKeys).signingKeys(reread)).jwks;
  }
  if (isSecret(where)) {
    // A secret without a value has no keys, so that no token verifies before the first one is signed.
    fromSecret ??= import('#lib/drivers/secrets/key-secret.ts').then(({ keySecretReader }) =>
      keySecretReader<Jwks>({ parse: parseJwks, absent: () => ({ keys: [] }) }),
    );
    return (await fromSecret)(where, reread);
  }
  if (/^https?:\/\//.test(where)) {
    published ??= import('./published-keys.ts');
    return (await published).publishedJwks(where, reread);
  }
  return where.trimStart().startsWith('{') ? inlineJwks(where) : readJwks(where, reread);
}

function inlineJwks(text: string): Jwks {
  if (inline?.text === text) return inline.keys;
  try {
    inline = { text, keys: parseJwks(text) };
    return inline.keys;
  } catch (cause) {
    const why = cause instanceof KeyFileError ? cause.message : 'not a JWKS document';
    throw new KeyFileError(`SVC_JWKS: ${why}`, { cause });
  }
}
