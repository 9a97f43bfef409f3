import { constants, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import type { CertificateSpec } from '#lib/runtime/balancer/spec.ts';

/** A certificate that is ready to be served. */
export interface ServedCertificate {
  readonly id: string;
  /** The names that it is for, in lower case; the first label may be `*`. */
  readonly names: readonly string[];
  readonly context: SecureContext;
  /** What the context was made of. */
  readonly options: SecureContextOptions;
}

/** TLS 1.2 and 1.3, without a second handshake on one connection, by which a client could keep the process busy. */
const versions: SecureContextOptions = { minVersion: 'TLSv1.2', secureOptions: constants.SSL_OP_NO_RENEGOTIATION };

/** Makes a certificate ready. Throws, without any of its key, where OpenSSL does not take it. */
export function serveCertificate({ id, certificate_pem, private_key_pem }: CertificateSpec): ServedCertificate {
  try {
    const options = { ...versions, cert: certificate_pem, key: private_key_pem };
    const names = namesOf(new X509Certificate(certificate_pem));
    return { id, names, options, context: createSecureContext(options) };
  } catch (error) {
    throw new Error(`certificate ${id} cannot be served (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
  }
}

/** The DNS names of a certificate; where it has no alternative names, its common name. */
function namesOf(certificate: X509Certificate): string[] {
  const { subjectAltName } = certificate;
  const common = certificate.toLegacyObject().subject?.CN;
  const alternatives = subjectAltName?.split(', ').flatMap((one) => /^DNS:(.+)$/.exec(one)?.[1] ?? []);
  const names = alternatives ?? (typeof common === 'string' ? [common] : []);
  return names.map((name) => name.toLowerCase());
}

/**
 * The certificate for the name that a client asks for: one with this very name, else one whose `*` stands for its first
 * label (RFC 6125, section 6.4.3), else the first. Undefined where there are none.
 */
export function certificateFor(
  certificates: readonly ServedCertificate[],
  asked: string,
): ServedCertificate | undefined {
  const name = asked.toLowerCase().replace(/\.$/, '');
  const wild = `*${name.slice(name.indexOf('.'))}`;
  const having = (wanted: string) => certificates.find(({ names }) => names.includes(wanted));
  return having(name) ?? (name.includes('.') ? having(wild) : undefined) ?? certificates[0];
}
