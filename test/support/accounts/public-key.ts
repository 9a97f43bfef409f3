import { generateKeyPairSync } from 'node:crypto';

const field = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** A new ed25519 public key on one line, as ssh-keygen writes it (RFC 8709). */
export function newPublicKey(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const wire = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(Buffer.from(x, 'base64url'))]);
  return `ssh-ed25519 ${wire.toString('base64')} me@laptop`;
}
