import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { setting } from '#lib/model/platform/settings.ts';
import { KeyFileError, keyFileReader } from './key-file.ts';

/** The keys of the secret key file, each derived for one use. */
export interface SecretKeys {
  /** Sealing keys by id. */
  sealing: ReadonlyMap<string, Buffer>;
  /** The id of the key that seals new text. */
  currentId: string;
  /** The key for keyed hashes of this purpose. */
  hashing(purpose: string): Buffer;
}

interface StoredKeys {
  format: 1;
  /** The first key seals; the others only open older text. */
  keys: { id: string; key: string }[];
  /**
   * The root of keyed hashes and of the pepper. It is separate from `keys`, so that a rotation of these keeps cursors
   * and codes valid.
   */
  hash_key: string;
}

const readSecretKeys = keyFileReader<SecretKeys>({ parse, generate, secret: true });

let fromSecret: Promise<(secret: string) => Promise<SecretKeys>> | undefined;

/**
 * The keys of SVC_SECRET_KEY_SECRET (AWS Secrets Manager) if set, otherwise of SVC_SECRET_KEY_FILE, which is created
 * (0600) at first use. Throws KeyFileError where neither is set, or the source is invalid.
 */
export async function secretKeys(): Promise<SecretKeys> {
  const secret = setting('SVC_SECRET_KEY_SECRET');
  if (secret) {
    // A laptop never loads Amazon's client.
    fromSecret ??= import('./key-secret.ts').then(({ keySecretReader }) => keySecretReader({ parse, generate }));
    return (await fromSecret)(secret);
  }
  const path = setting('SVC_SECRET_KEY_FILE');
  if (!path) throw new KeyFileError('SVC_SECRET_KEY_FILE is not set; it names the file of the secret keys');
  return readSecretKeys(path);
}

async function generate(): Promise<string> {
  const key = () => randomBytes(32).toString('base64url');
  const stored: StoredKeys = {
    format: 1,
    keys: [{ id: randomBytes(6).toString('hex'), key: key() }],
    hash_key: key(),
  };
  return `${JSON.stringify(stored, null, 1)}\n`;
}

function parse(text: string): SecretKeys {
  const stored = JSON.parse(text) as StoredKeys;
  if (stored.format !== 1) throw new KeyFileError('unknown format; a newer version wrote it');
  const sealing = new Map<string, Buffer>();
  for (const { id, key } of stored.keys) {
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id) || sealing.has(id)) throw new KeyFileError('key ids must be unique words');
    sealing.set(id, derive(rawKey(key), 'svc/seal'));
  }
  const currentId = stored.keys[0]?.id;
  if (currentId === undefined) throw new KeyFileError('holds no key');
  return { sealing, currentId, hashing: hashingKeys(rawKey(stored.hash_key)) };
}

function rawKey(text: unknown): Buffer {
  const key = typeof text === 'string' ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
  if (key.length !== 32) throw new KeyFileError('every key must be 32 bytes in base64url');
  return key;
}

function hashingKeys(root: Buffer): (purpose: string) => Buffer {
  const byPurpose = new Map<string, Buffer>();
  return (purpose) => {
    let key = byPurpose.get(purpose);
    if (!key) {
      key = derive(root, `svc/hash/${purpose}`);
      byPurpose.set(purpose, key);
    }
    return key;
  };
}

function derive(key: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', label, 32));
}

/** The purposes of keyed hashes. Each purpose has its own key. */
export type HashPurpose = 'idempotency-key' | 'cursor' | 'one-time-code' | 'recovery-code' | 'document-link';

/** HMAC-SHA256 in base64url (43 characters) under the key of this purpose; equal texts give equal hashes. */
export async function keyedHash(purpose: HashPurpose, text: string): Promise<string> {
  return createHmac('sha256', (await secretKeys()).hashing(purpose))
    .update(text)
    .digest('base64url');
}
