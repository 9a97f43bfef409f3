import { createHash, createHmac } from 'node:crypto';
import type { SignedRequest } from '#lib/standards/sigv4/core.ts';
import { parseSignature } from '#lib/standards/sigv4/parse.ts';
import { verifySignature } from '#lib/standards/sigv4/verify.ts';

const secret = 'q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0';
const now = new Date('2026-11-21T04:10:00Z');
const timestamp = '20261121T041000Z';
const scope = '20261121/in-mum/svc/aws4_request';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function launch(): SignedRequest {
  const body = JSON.stringify({ name: 'web-01', instance_type_id: 's1-small', image_id: 'debian-12' });
  const signed = { 'content-type': 'application/json', host: 'api.svc.test', 'x-amz-date': timestamp };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const canonical = `POST\n/compute/instances\ndry_run=true\n${lines.join('')}\n${names}\n${sha256(body)}`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer;
  const proof = hmac(key, `AWS4-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=SVCBENCH/${scope}, SignedHeaders=${names}, Signature=${proof}`;
  return {
    method: 'POST',
    path: '/compute/instances',
    rawQuery: 'dry_run=true',
    headers: { ...signed, accept: '*/*', 'user-agent': 'bench', authorization },
    body: Buffer.from(body),
    exact: true,
  };
}

/** Signatures read and verified a second on one core: a POST with a body, a query, and the signing key at hand. */
export function benchSigv4(seconds = 1): { name: string; perSecond: number } {
  const request = launch();
  const verify = () => {
    const parsed = parseSignature(request);
    if (!parsed) throw new Error('the request carries no signature');
    verifySignature(parsed, request, secret, now);
  };
  for (let i = 0; i < 2000; i++) verify();
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < seconds * 1000) {
    for (let i = 0; i < 100; i++) verify();
    done += 100;
  }
  return { name: 'SigV4 verifications', perSecond: Math.round((done * 1000) / (performance.now() - started)) };
}

if (import.meta.main) console.log(benchSigv4());
