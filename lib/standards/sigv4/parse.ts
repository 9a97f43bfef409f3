import { ALGORITHM, scopeOf } from './canonical.ts';
import { malformed, type SignedRequest, type SigningRules, svcRules, WEEK_SECONDS } from './core.ts';
import { credentialFields, type Fields, formOf } from './fields.ts';

/** A well-formed signature, unproven until `verifySignature` has checked it with the key's secret. */
export interface ParsedSignature {
  form: 'header' | 'query';
  accessKeyId: string;
  /** The day of the credential scope, `20261121`. */
  date: string;
  /** As signed, `20261121T041000Z`. */
  timestamp: string;
  signedAt: Date;
  /** The validity of the query form. */
  expiresSeconds: number | undefined;
  /** In lower case, in the order in which they were signed. */
  signedHeaders: readonly string[];
  /** 64 hex digits. */
  signature: string;
}

/**
 * Reads the signature of a request, in header or query form; undefined where it has none. Throws ApiError
 * `invalid_signature` where it is malformed or omits what must be signed. Reads nothing from the table.
 */
export function parseSignature(request: SignedRequest, rules: SigningRules = svcRules): ParsedSignature | undefined {
  const form = formOf(request);
  if (!form) return undefined;
  const fields = credentialFields(request, form);
  if (fields.algorithm !== ALGORITHM) throw malformed('algorithm', `must be ${ALGORITHM}`);
  const { accessKeyId, date } = readScope(fields, rules);
  const signedAt = readTimestamp(fields.timestamp);
  if (!fields.timestamp.startsWith(date)) throw malformed('Credential', 'its date must be that of X-Amz-Date');
  if (!/^[0-9a-f]{64}$/.test(fields.signature)) throw malformed('Signature', 'must be 64 lower-case hex digits');
  return {
    form,
    accessKeyId,
    date,
    timestamp: fields.timestamp,
    signedAt,
    expiresSeconds: form === 'query' ? readExpiry(fields, rules) : undefined,
    signedHeaders: readSignedHeaders(fields, form, request, rules),
    signature: fields.signature,
  };
}

function readScope({ credential }: Fields, rules: SigningRules) {
  const [accessKeyId = '', date = '', ...scope] = credential.split('/', 6);
  const wellMade = /^[A-Za-z0-9]{1,64}$/.test(accessKeyId) && /^\d{8}$/.test(date);
  if (!wellMade || [date, ...scope].join('/') !== scopeOf(date, rules)) {
    throw malformed('Credential', `must be <access key id>/${scopeOf('<YYYYMMDD>', rules)}`);
  }
  return { accessKeyId, date };
}

function readTimestamp(text: string): Date {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at.getTime())) throw malformed('X-Amz-Date', 'must be sent, as YYYYMMDD"T"HHMMSS"Z" in UTC');
  return at;
}

/** Signers often ask for an hour by default. A link is valid for as long as the rules say, whatever it asks for. */
function readExpiry({ expires }: Fields, rules: SigningRules): number {
  const seconds = /^\d{1,6}$/.test(expires) ? Number(expires) : 0;
  if (seconds < 1 || seconds > WEEK_SECONDS) throw malformed('X-Amz-Expires', `must be 1 to ${WEEK_SECONDS} seconds`);
  return Math.min(seconds, rules.maxExpiresSeconds);
}

function readSignedHeaders(
  { signedHeaders }: Fields,
  form: ParsedSignature['form'],
  { headers }: SignedRequest,
  rules: SigningRules,
): string[] {
  const names = signedHeaders.split(';');
  const signed = new Set(names);
  const wellMade = signed.size === names.length && names.every((name) => /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name));
  if (!wellMade) throw malformed('SignedHeaders', 'must be distinct header names in lower case, joined by ;');
  const needed = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !rules.unsignedHeaders.has(name));
  const missing = ['host', ...(form === 'header' ? ['x-amz-date'] : []), ...needed].find((name) => !signed.has(name));
  if (missing) throw malformed('SignedHeaders', `${missing} must be signed`);
  const absent = names.find((name) => !Object.hasOwn(headers, name));
  if (absent) throw malformed('SignedHeaders', `${absent} was signed but not sent`);
  return names;
}
