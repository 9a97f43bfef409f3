import { readFileSync } from 'node:fs';
import { type SignedRequest, type SigningRules, svcRules } from '#lib/standards/sigv4/core.ts';

/** One case of the suite; the wire texts are whole HTTP requests. */
export interface SuiteCase {
  name: string;
  context: {
    credentials: { access_key_id: string; secret_access_key: string; token?: string };
    omit_session_token?: boolean;
  };
  header_canonical_request: string;
  header_signature: string;
  header_signed_request: string;
  query_canonical_request: string;
  query_signature: string;
  query_signed_request: string;
}

const file = new URL('../../../vectors/sigv4.json', import.meta.url);

export const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: SuiteCase[] };

/** The suite's own region, service, lifetimes and methods; everything else is as for svc. */
export const suiteRules: SigningRules = {
  ...svcRules,
  region: 'us-east-1',
  service: 'service',
  maxExpiresSeconds: 3600,
};

export const suiteNow = new Date('2015-08-30T12:36:00Z');

/** The token of these cases is added after signing, so the signed request is the one without it. */
export const isTokenAddedLater = ({ context }: SuiteCase): boolean => context.omit_session_token === true;

/** What a server makes of the suite's wire text: folded lines unfolded, repeated headers joined. */
export function readWire(wire: string): SignedRequest {
  const cut = wire.indexOf('\n\n');
  const [requestLine = '', ...lines] = wire
    .slice(0, cut)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const [, method = '', target = ''] = /^(\S+) (.*) HTTP\/1\.1$/.exec(requestLine) ?? [];
  const [path = '', ...query] = target.split('?');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    const value = line.slice(name.length + 1);
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]},${value}` : value;
  }
  return { method, path, rawQuery: query.join('?'), headers, body: Buffer.from(wire.slice(cut + 2)), exact: true };
}

/** The same request without what was added after it had been signed. */
export function withoutToken(request: SignedRequest): SignedRequest {
  const { 'x-amz-security-token': _, ...headers } = request.headers;
  const pairs = request.rawQuery.split('&').filter((pair) => !pair.startsWith('X-Amz-Security-Token='));
  return { ...request, headers, rawQuery: pairs.join('&') };
}
