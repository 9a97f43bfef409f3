import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer } from '#test/support/http/close-server.ts';

/** The keys of a merchant, for the file that the driver reads. */
export const keys = { key_id: 'rzp_test_abc', key_secret: 'sëcret:of key', webhook_secret: 'hook-secret' };

/** One request as the gateway got it. */
export interface Sent {
  request: string;
  headers: Record<string, string | string[] | undefined>;
  /** As parsed; null for none. */
  body: unknown;
}

/** A gateway on 127.0.0.1 that answers as the test says, and the settings by which the driver reaches it. */
export async function loopback() {
  const dir = mkdtempSync(join(tmpdir(), 'svc-test-payments-'));
  const keyFile = join(dir, 'keys.json');
  writeFileSync(keyFile, JSON.stringify(keys), { mode: 0o600 });
  const sent: Sent[] = [];
  const gateway = {
    sent,
    url: '',
    /** The answer to the next requests. */
    answer: (_res: ServerResponse): unknown => undefined,
    /** Answers with that status, and an object as JSON. */
    says(status: number, body: object | string | null, headers: Record<string, string> = {}): void {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      gateway.answer = (res) => res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await closeServer(server);
      rmSync(dir, { recursive: true, force: true });
    },
  };
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    sent.push({ request: `${req.method} ${req.url}`, headers: req.headers, body: JSON.parse(text || 'null') });
    gateway.answer(res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, { SVC_GATEWAY_URL: gateway.url, SVC_GATEWAY_KEY_FILE: keyFile });
  return gateway;
}
