import { handler as importCertificate } from '#functions/compute/certificates/import.ts';
import type { Certificate } from '#lib/model/compute/certificate.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { callerOf, expectStatus, newName } from '#test/support/accounts/iam.ts';
import { makeCertificate, type Wish } from '#test/support/http/certificate.ts';

/** The body of an import of a new certificate. */
export function newCertificateBody(wish: Wish = {}) {
  const { cert, key } = makeCertificate(wish);
  return { name: newName('certificate'), certificate_pem: cert, private_key_pem: key };
}

/** Imports a new certificate into an account. */
export const imported = (owner: SignedUp, wish: Wish = {}): Promise<Certificate> =>
  expectStatus(201, callerOf(owner)(importCertificate, { body: newCertificateBody(wish) })) as Promise<Certificate>;
