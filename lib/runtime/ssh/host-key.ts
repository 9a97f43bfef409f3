import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** A machine's host key: OpenSSH private key text, and the public line. */
export interface HostKey {
  readonly private: string;
  readonly public: string;
}

const TYPE = 'ssh-ed25519';
/** Block size of the cipher "none". */
const BLOCK = 8;

/**
 * Makes a new ed25519 host key in OpenSSH's format (openssh/PROTOCOL.key). ssh2's generator drops leading zero bytes,
 * so that one key in 256 cannot be read again (mscdex/ssh2 issue 1513).
 */
export function makeHostKey(): HostKey {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return encodeHostKey(Buffer.from(jwk.d ?? '', 'base64url'), Buffer.from(jwk.x ?? '', 'base64url'));
}

/** Encodes an ed25519 seed and its public point, 32 bytes each. */
export function encodeHostKey(seed: Buffer, point: Buffer): HostKey {
  const blob = Buffer.concat([text(TYPE), text(point)]);
  const check = randomBytes(4);
  const secret = Buffer.concat([check, check, blob, text(Buffer.concat([seed, point])), text('')]);
  const padding = Buffer.from(
    Array.from({ length: (BLOCK - (secret.length % BLOCK)) % BLOCK }, (_, index) => index + 1),
  );
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(text),
    Buffer.from([0, 0, 0, 1]),
    text(blob),
    text(Buffer.concat([secret, padding])),
  ]);
  const lines = body.toString('base64').match(/.{1,70}/g) ?? [];
  const pem = ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''];
  return { private: pem.join('\n'), public: `${TYPE} ${blob.toString('base64')}` };
}

function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
