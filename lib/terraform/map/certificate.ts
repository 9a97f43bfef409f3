import { X509Certificate } from 'node:crypto';
import type { Noun } from './noun.ts';

/** What the platform shows of a certificate in place of its text. */
function fingerprint(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).fingerprint256;
  } catch {
    return undefined;
  }
}

/** A certificate, whose private key goes to the platform and into no state. */
export const certificate: Noun = {
  create: 'importCertificate',
  read: 'getCertificate',
  updates: ['updateCertificate'],
  delete: 'deleteCertificate',
  list: 'listCertificates',
  kept: ['fingerprint', 'not_before', 'not_after', 'domains'],
  traces: { certificate_pem: (shown) => shown.fingerprint },
  same: { certificate_pem: (one, other) => one === fingerprint(other) || fingerprint(one) === other },
};
