import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SignedRequest } from '#lib/standards/sigv4/core.ts';
import { signers } from '#test/lib/standards/sigv4/javascript-signers.ts';
import type { Answered, Send } from './asked.ts';

/** Signs with an npm package and sends what it signed, byte for byte. */
export const withPackage = (name: string, module: object): Send => {
  return async ({ baseUrl, keyId, secret }, requests) => {
    const { host } = new URL(baseUrl);
    const sign = signers[name]?.(module as never, { keyId, secret, host });
    if (!sign) throw new Error(`no signer ${name}`);
    const answers: Answered[] = [];
    for (const asked of requests) answers.push(await send(baseUrl, await sign(asked, asked.form)));
    return answers;
  };
};

/** Without fetch, which would rewrite path and query. */
async function send(baseUrl: string, signed: SignedRequest): Promise<Answered> {
  const { hostname, port } = new URL(baseUrl);
  const path = signed.rawQuery ? `${signed.path}?${signed.rawQuery}` : signed.path;
  const outgoing = request({ hostname, port, method: signed.method, path, headers: signed.headers });
  outgoing.end(signed.body);
  const [reply] = await once(outgoing, 'response');
  return { status: reply.statusCode, text: await text(reply) };
}
