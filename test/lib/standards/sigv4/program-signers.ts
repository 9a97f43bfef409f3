import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { SignedRequest } from '#lib/standards/sigv4/core.ts';
import { credentials, type Draft, host } from './drafts.ts';
import { type Form, sent } from './javascript-signers.ts';

const script = fileURLToPath(new URL('./sign_all.py', import.meta.url));

interface Prepared {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export const hasBotocore = spawnSync('python3', ['-c', 'import botocore']).status === 0;
export const hasCurl = spawnSync('curl', ['--aws-sigv4', 'aws:amz:in-mum:svc', '--version']).status === 0;

/** Has botocore sign every draft in one run; in the query form it moves the fields of a body into the query. */
export async function signWithBotocore(drafts: [Form, Draft][]): Promise<SignedRequest[]> {
  const python = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(JSON.stringify({ ...credentials, host, drafts }));
  const signed = JSON.parse(await text(python.stdout)) as Prepared[];
  return signed.map(({ url, headers, body }, i) => {
    const [, draft] = drafts[i] as [Form, Draft];
    return sent({ ...draft, body }, url.split(host)[1] ?? '', headers);
  });
}

/** What a listener on loopback receives when curl signs and sends a draft. */
export async function signWithCurl({ method, target, body }: Draft): Promise<SignedRequest> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`;
  const user = `${credentials.keyId}:${credentials.secret}`;
  const data = body ? ['-H', 'content-type: application/json', '--data-binary', body] : [];
  const curl = spawn('curl', ['-sgX', method, '--aws-sigv4', 'aws:amz:in-mum:svc', '--user', user, ...data, url]);
  try {
    const [request, response] = await once(server, 'request');
    const received = Buffer.from(await text(request));
    response.end();
    await once(curl, 'close');
    const [path = '', ...query] = (request.url as string).split('?');
    return { method, path, rawQuery: query.join('?'), headers: request.headers, body: received, exact: true };
  } finally {
    server.close();
  }
}
