import { createHash, timingSafeEqual } from 'node:crypto';
import type { ParsedKey } from 'ssh2';
import ssh2 from 'ssh2';
import { DriverError } from '#lib/runtime/driver.ts';

/** A public key that may log in. */
export interface AuthorizedKey {
  readonly key: ParsedKey;
  readonly digest: Buffer;
}

/** Parses OpenSSH public key lines; INVALID for a line that is not a public key. */
export function parseAuthorizedKeys(lines: readonly string[]): AuthorizedKey[] {
  return lines.map((line) => {
    const key = ssh2.utils.parseKey(line);
    if (key instanceof Error || key.isPrivateKey()) {
      throw new DriverError('INVALID', `not an OpenSSH public key: ${line.slice(0, 40)}`);
    }
    return { key, digest: digestOf(key.getPublicSSH()) };
  });
}

/**
 * Finds the authorized key that equals the offered one. Compares with every key, so that the time does not tell which
 * one matched.
 */
export function findAuthorized(keys: readonly AuthorizedKey[], offered: Buffer): ParsedKey | null {
  const digest = digestOf(offered);
  let found: ParsedKey | null = null;
  for (const { key, digest: known } of keys) if (timingSafeEqual(known, digest)) found = key;
  return found;
}

function digestOf(blob: Buffer): Buffer {
  return createHash('sha256').update(blob).digest();
}
