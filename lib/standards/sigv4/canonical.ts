/** The only algorithm of Signature Version 4 that is supported. */
export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** What a signing key is valid for, apart from the day. */
export interface Purpose {
  readonly region: string;
  readonly service: string;
}

/** The platform's own purpose (contract 0.11). */
export const svcPurpose: Purpose = { region: 'in-mum', service: 'svc' };

/** The scope of a signature, `20261121/in-mum/svc/aws4_request`; `date` is the day, `20261121`. */
export const scopeOf = (date: string, { region, service }: Purpose): string =>
  `${date}/${region}/${service}/aws4_request`;

/** `20261121T041000Z`, as signers write time. */
export const basicTime = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The parts of a canonical request, each already in canonical form. */
export interface CanonicalParts {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** In lower case, in the order in which they are signed. */
  readonly signedHeaders: readonly string[];
  /** The value of a signed header, with runs of blanks reduced to one. */
  readonly headerValue: (name: string) => string;
  /** SHA-256 of the body in hex, or the constant that replaces it. */
  readonly payload: string;
}

/** The canonical request, which is hashed and signed. */
export function canonicalRequest(parts: CanonicalParts): string {
  const { method, path, query, signedHeaders, headerValue, payload } = parts;
  const lines = signedHeaders.map((name) => `${name}:${headerValue(name)}`).join('\n');
  return `${method}\n${path}\n${query}\n${lines}\n\n${signedHeaders.join(';')}\n${payload}`;
}

/** The time and scope of a signature. */
export interface SigningTime {
  /** `20261121T041000Z` */
  readonly timestamp: string;
  readonly scope: string;
}

/** The string to sign, from the hash of a canonical request, or of a chunk or a trailer of a streamed body. */
export const linesToSign = (algorithm: string, { timestamp, scope }: SigningTime, ...lines: string[]): string =>
  [algorithm, timestamp, scope, ...lines].join('\n');
