import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handler as receive } from '#functions/auth/billing/receive-webhook.ts';
import { type GatewayKeys, gatewayKeys } from '#lib/local/gateway/book.ts';
import { type LocalGateway, startGateway } from '#lib/local/gateway/start.ts';
import { eventOf as httpEventOf } from '#lib/testing/functions/event.ts';
import { testObjects } from '#test/support/storage/objects.ts';

/** A payment gateway whose webhooks reach the handler; `answers` are the handler's statuses. */
export interface TestGateway extends LocalGateway {
  dir: string;
  keys: GatewayKeys;
  answers: number[];
}

/** Starts the simulator for a file's tests, with the settings that handlers need. It ends with the process. */
export async function testGateway(): Promise<TestGateway> {
  await testObjects();
  const dir = mkdtempSync(join(tmpdir(), 'svc-test-gateway-'));
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  const answers: number[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const { statusCode = 0, body } = await receive(
      webhookEvent(Buffer.concat(chunks).toString(), req.headers as Record<string, string>),
    );
    answers.push(statusCode);
    res.writeHead(statusCode, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const keyFile = join(dir, 'keys.json');
  const gateway = await startGateway({
    dir,
    keyFile,
    socketPath: join(dir, 'gateway'),
    webhookUrl,
    log: { warn: () => undefined },
    retryDelayMs: 20,
  });
  Object.assign(process.env, {
    SVC_GATEWAY_URL: gateway.url,
    SVC_GATEWAY_KEY_FILE: keyFile,
    SVC_SUPPLIER_NAME: 'Example Cloud Pvt Ltd',
    SVC_SUPPLIER_ADDRESS: '1 Test Road, Mumbai 400001',
    SVC_SUPPLIER_GSTIN: '27AAPFU0939F1ZV',
    SVC_BASE_URL: 'http://localhost:3000',
  });
  return Object.assign(gateway, { dir, answers, keys: gatewayKeys(keyFile) });
}

/** The event of a webhook with these bytes and headers. */
export const webhookEvent = (rawBody: string, headers: Record<string, string>) =>
  httpEventOf(receive, { params: { gateway: 'razorpay' }, headers, rawBody });

/**
 * Sends a webhook with this body to the handler and answers its reply. The webhook is signed unless `headers` say
 * otherwise.
 */
export async function told({ keys }: TestGateway, body: object, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body);
  const signature = createHmac('sha256', keys.webhook_secret).update(text).digest('hex');
  const own = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': randomUUID(), ...headers };
  const { statusCode, body: answer } = await receive(webhookEvent(text, own));
  return { status: statusCode, body: JSON.parse(answer ?? '') };
}

/** An event about a payment only. */
export const eventOf = (payment: object, event = 'payment.captured') => ({
  event,
  payload: { payment: { entity: payment } },
});
