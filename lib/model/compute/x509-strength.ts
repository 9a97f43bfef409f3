import type { KeyObject } from 'node:crypto';

/** The supported sizes of RSA keys in bits. Smaller ones are weak, and larger ones too slow for every handshake. */
const rsa = { least: 2048, most: 4096 } as const;

/** The supported curves of ECDSA, by OpenSSL's names and with their common names. */
const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

/** The problem with a public key, as the end of a sentence; undefined for a supported one. */
export function weaknessOfKey({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) {
  if (type === 'ed25519') return undefined;
  if (type === 'ec') return weaknessOfCurve(details?.namedCurve);
  if (type === 'rsa') return weaknessOfSize(details?.modulusLength ?? 0);
  return `has a key of type ${type} (RSA, ECDSA or Ed25519 is needed)`;
}

function weaknessOfCurve(curve = 'no name'): string | undefined {
  if (Object.hasOwn(curves, curve)) return undefined;
  return `has a key on the curve ${curve} (${Object.values(curves).join(', ')} or Ed25519 is needed)`;
}

function weaknessOfSize(bits: number): string | undefined {
  if (bits >= rsa.least && bits <= rsa.most) return undefined;
  return `has an RSA key of ${bits} bits (${rsa.least} to ${rsa.most} is needed)`;
}

/**
 * The problem with a signature algorithm, given by OpenSSL's name, as the end of a sentence; undefined for a strong
 * one.
 */
export function weaknessOfSignature(algorithm: string | undefined): string | undefined {
  if (!/md[245]|sha-?1(?![0-9])|dsaWithSHA$/iv.test(algorithm ?? '')) return undefined;
  return `is signed with ${algorithm} (SHA-256 or better is needed)`;
}
