import { malformed, type SignedRequest } from './core.ts';
import { decode } from './encode.ts';

/** A signature's parts as sent; absent ones are empty. */
export interface Fields {
  algorithm: string;
  credential: string;
  signedHeaders: string;
  signature: string;
  timestamp: string;
  expires: string;
}

type Form = 'header' | 'query';

/** The maximum length. A signer's header has a few hundred characters. */
const MAX_AUTHORIZATION = 4096;
const MAX_QUERY = 8192;

/**
 * Where a request carries its signature; undefined where it has none. An Authorization header of any kind rules out the
 * query.
 */
export function formOf({ headers, rawQuery }: SignedRequest): Form | undefined {
  const { authorization } = headers;
  if (authorization) return /^AWS4-/i.test(authorization) ? 'header' : undefined;
  return /(?:^|&)X-Amz-(?:Signature|Algorithm|Credential)=/.test(rawQuery) ? 'query' : undefined;
}

/** The parts of a signature. Throws ApiError where it is too long, repeats a part or has an unknown one. */
export function credentialFields(request: SignedRequest, form: Form): Fields {
  if (request.rawQuery.length > MAX_QUERY) throw malformed('query', `is longer than ${MAX_QUERY} characters`);
  return form === 'header' ? headerFields(request) : queryFields(request);
}

function headerFields({ headers }: SignedRequest): Fields {
  const text = headers.authorization ?? '';
  if (text.length > MAX_AUTHORIZATION) throw malformed('Authorization', 'is too long');
  const cut = text.search(/[ \t]/);
  const parts = new Map<string, string>();
  for (const part of text.slice(cut + 1).split(',')) {
    const [name, value] = cutAt(part.trim(), '=');
    if (!headerParts.has(name) || parts.has(name)) {
      throw malformed('Authorization', 'must hold Credential, SignedHeaders and Signature, once each');
    }
    parts.set(name, value);
  }
  return {
    algorithm: text.slice(0, cut),
    credential: parts.get('Credential') ?? '',
    signedHeaders: parts.get('SignedHeaders') ?? '',
    signature: parts.get('Signature') ?? '',
    timestamp: headers['x-amz-date'] ?? '',
    expires: '',
  };
}

const headerParts = new Set(['Credential', 'SignedHeaders', 'Signature']);

function queryFields({ rawQuery }: SignedRequest): Fields {
  const parts = new Map<string, string>();
  for (const pair of rawQuery.split('&')) {
    if (!pair.startsWith('X-Amz-')) continue;
    const [name, value] = cutAt(pair, '=');
    if (parts.has(name)) throw malformed(name.slice(0, 64), 'is given twice');
    parts.set(name, decode(value));
  }
  return {
    algorithm: parts.get('X-Amz-Algorithm') ?? '',
    credential: parts.get('X-Amz-Credential') ?? '',
    signedHeaders: parts.get('X-Amz-SignedHeaders') ?? '',
    signature: parts.get('X-Amz-Signature') ?? '',
    timestamp: parts.get('X-Amz-Date') ?? '',
    expires: parts.get('X-Amz-Expires') ?? '',
  };
}

function cutAt(text: string, mark: string): [string, string] {
  const cut = text.indexOf(mark);
  return cut < 0 ? [text, ''] : [text.slice(0, cut), text.slice(cut + 1)];
}
