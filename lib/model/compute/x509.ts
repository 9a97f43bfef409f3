import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { ApiError } from '#lib/model/platform/errors.ts';
import { pemBlocks } from './pem.ts';
import { domainsOf } from './x509-names.ts';
import { weaknessOfKey, weaknessOfSignature } from './x509-strength.ts';

/** The maximum number of certificates in a chain, and of names in a certificate. */
const most = { certificates: 10, domains: 100 } as const;

/** A certificate with its key, as stored and served. */
export interface CertificatePair {
  /** The chain as PEM, starting with the certificate itself. */
  readonly certificate_pem: string;
  /** The key as unencrypted PKCS #8 in PEM. */
  readonly private_key_pem: string;
  readonly fingerprint: string;
  readonly not_before: Date;
  readonly not_after: Date;
  readonly domains: readonly string[];
}

/** The two texts of a request. */
type PairTexts = Readonly<Record<'certificate_pem' | 'private_key_pem', string>>;

/**
 * Reads a certificate chain and its key. 400 where a load balancer cannot serve them now: unreadable, out of order,
 * expired, weak, or not a matching pair. The message names the field and contains nothing of the key.
 */
export function readPair(texts: PairTexts, now: Date): CertificatePair {
  const chain = readChain(texts.certificate_pem);
  const [leaf] = chain as [X509Certificate];
  checkValidity(chain, now);
  checkStrength(chain);
  checkOrder(chain);
  const key = readKey(texts.private_key_pem);
  if (!leaf.checkPrivateKey(key)) throw refused('private_key_pem', 'is not the key of the certificate');
  const domains = domainsOf(leaf);
  if (domains.length > most.domains) {
    throw refused('certificate_pem', `is for ${domains.length} names (at most ${most.domains})`);
  }
  return {
    certificate_pem: chain.map((one) => one.toString()).join(''),
    private_key_pem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: leaf.fingerprint256,
    not_before: leaf.validFromDate,
    not_after: leaf.validToDate,
    domains,
  };
}

const refused = (field: keyof PairTexts, fault: string): ApiError =>
  new ApiError('validation_failed', `${field}: ${fault}`);

function readChain(text: string): X509Certificate[] {
  if (text.includes('PRIVATE KEY-----')) {
    throw refused('certificate_pem', 'contains a private key, which belongs only in private_key_pem');
  }
  const blocks = pemBlocks(text).filter(({ label }) => label === 'CERTIFICATE');
  if (blocks.length === 0) {
    throw refused('certificate_pem', 'has no certificate (PEM begins with -----BEGIN CERTIFICATE-----)');
  }
  if (blocks.length > most.certificates) {
    throw refused('certificate_pem', `has ${blocks.length} certificates (at most ${most.certificates})`);
  }
  return blocks.map((block, at) => {
    try {
      return new X509Certificate(block.text);
    } catch {
      throw refused('certificate_pem', `certificate ${at + 1} cannot be read`);
    }
  });
}

function checkValidity(chain: readonly X509Certificate[], now: Date): void {
  for (const [at, { validFromDate, validToDate }] of chain.entries()) {
    if (validToDate <= now) throw refused('certificate_pem', `certificate ${at + 1} expired on ${told(validToDate)}`);
    if (validFromDate > now) {
      throw refused('certificate_pem', `certificate ${at + 1} is not valid before ${told(validFromDate)}`);
    }
  }
}

const told = (at: Date): string => at.toISOString().replace('.000Z', 'Z');

function checkStrength(chain: readonly X509Certificate[]): void {
  for (const [at, one] of chain.entries()) {
    // A self-signed certificate is trusted as such, not for its signature.
    const signature = one.checkIssued(one) ? undefined : weaknessOfSignature(one.signatureAlgorithm);
    const weakness = weaknessOfKey(one.publicKey) ?? signature;
    if (weakness) throw refused('certificate_pem', `certificate ${at + 1} ${weakness}`);
  }
}

/** Checks that each certificate is signed by the next one. */
function checkOrder(chain: readonly X509Certificate[]): void {
  for (const [at, one] of chain.entries()) {
    const issuer = chain[at + 1];
    if (issuer && !isSignedBy(one, issuer)) {
      throw refused(
        'certificate_pem',
        `certificate ${at + 2} did not sign certificate ${at + 1} (your own certificate comes first, then each issuer)`,
      );
    }
  }
}

function isSignedBy(one: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return one.checkIssued(issuer) && one.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** OpenSSL's messages are left out, so that nothing of the key is repeated. */
function readKey(text: string): KeyObject {
  const [block, ...others] = pemBlocks(text).filter(({ label }) => label.endsWith('PRIVATE KEY'));
  if (!block || others.length > 0) {
    const count = block ? others.length + 1 : 0;
    throw refused('private_key_pem', `has ${count} private keys (PEM with exactly one is needed)`);
  }
  if (block.label === 'ENCRYPTED PRIVATE KEY' || block.text.includes('Proc-Type: 4,ENCRYPTED')) {
    throw refused('private_key_pem', 'is encrypted (a key without a passphrase is needed)');
  }
  try {
    return createPrivateKey(block.text);
  } catch {
    throw refused('private_key_pem', 'cannot be read (PKCS #8, PKCS #1 or SEC 1 in PEM is needed)');
  }
}
