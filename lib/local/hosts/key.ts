import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '#lib/local/data/files.ts';
import { StartError } from '#lib/local/start-error.ts';

/** The public half of the key in this file, as `x` of a JWK. Makes the file (0600) where there is none. */
export function hostPublicKey(file: string): string {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    replaceFile(file, JSON.stringify(privateKey.export({ format: 'jwk' })));
  }
  try {
    const { x } = JSON.parse(readFileSync(file, 'utf8')) as { x?: unknown };
    if (typeof x === 'string') return x;
  } catch (cause) {
    throw new StartError(`${file} is not the key of the host; remove it to have another made`, { cause });
  }
  throw new StartError(`${file} is not the key of the host; remove it to have another made`);
}
