import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { readPair } from '#lib/model/compute/x509.ts';

/** A certificate that a host serves its consoles with. */
export interface OwnCertificate {
  readonly cert: string;
  readonly key: string;
  readonly until: Date;
}

/**
 * Reads the certificate for a name or an address, and its key, from their files. Throws a sentence, without anything of
 * the key, where they are no pair that may be served at `now`.
 */
export function readOwnCertificate(
  { cert, key }: { readonly cert: string; readonly key: string },
  host: string,
  now: Date,
): OwnCertificate {
  const pair = pairOf({ certificate_pem: textOf(cert), private_key_pem: textOf(key) }, { cert, key }, now);
  const leaf = new X509Certificate(pair.certificate_pem);
  const isFor = isIPv4(host) ? leaf.checkIP(host) : leaf.checkHost(host, { subject: 'never' });
  if (isFor === undefined)
    throw new Error(`${cert} is not for ${host} (but for ${pair.domains.join(', ') || 'no name'})`);
  return { cert: pair.certificate_pem, key: pair.private_key_pem, until: pair.not_after };
}

/** Reads the two texts; a fault names the file. */
function pairOf(texts: Parameters<typeof readPair>[0], files: { cert: string; key: string }, now: Date) {
  try {
    return readPair(texts, now);
  } catch (error) {
    const said = (error as Error).message;
    throw new Error(
      said.replace('certificate_pem:', () => `${files.cert}:`).replace('private_key_pem:', () => `${files.key}:`),
    );
  }
}

const mostBytes = 256 * 1024;

function textOf(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length <= mostBytes) return text;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  throw new Error(`${file} is larger than a certificate`);
}
