import type { X509Certificate } from 'node:crypto';

/**
 * The names and addresses that a certificate covers, in lower case without duplicates: its alternative names or, if it
 * has none, its common name (RFC 6125, section 6.4.4).
 */
export function domainsOf(certificate: Pick<X509Certificate, 'subjectAltName' | 'toLegacyObject'>): string[] {
  const alternatives = (certificate.subjectAltName ?? '').split(', ').flatMap((one) => {
    const [, name] = /^(?:DNS|IP Address):(.+)$/v.exec(one) ?? [];
    return name && isName(name) ? [name.toLowerCase()] : [];
  });
  if (alternatives.length > 0) return [...new Set(alternatives)];
  const common = certificate.toLegacyObject().subject?.CN;
  return typeof common === 'string' && isName(common) ? [common.toLowerCase()] : [];
}

/** A label of a name. Names of services have underscores. */
const label = /^[a-z0-9_\-]{1,63}$/v;

/** Whether a text is an address, or a name whose first label may be `*`. */
function isName(text: string): boolean {
  const [first = '', ...rest] = text.toLowerCase().split('.');
  const isWild = first === '*' && rest.length > 0;
  const isHostname = (isWild || label.test(first)) && rest.every((one) => label.test(one));
  return text.length <= 253 && (isHostname || /^[0-9A-F:]{2,39}$/v.test(text));
}
