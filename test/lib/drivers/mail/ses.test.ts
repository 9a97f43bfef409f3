import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendMail } from '#lib/drivers/mail/send.ts';
import { mailOf } from './mails.ts';

interface Sent {
  url: string | undefined;
  authorization: string | undefined;
  body: { FromEmailAddress: string; Destination: object; Content: { Raw: { Data: string } } };
}

let server: Server;
let sent: Sent[];
let answers: { status: number; body: object; headers?: Record<string, string> }[];
beforeEach(async () => {
  sent = [];
  answers = [];
  server = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    sent.push({ url: req.url, authorization: req.headers.authorization, body: JSON.parse(text) });
    const { status, body, headers } = answers.shift() ?? { status: 200, body: { MessageId: 'm-1' } };
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('SVC_MAILBOX_DIR', '');
  vi.stubEnv('SVC_MAIL_FROM', 'Svc <no-reply@example.in>');
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'ap-south-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

test('SES is given the composed mail, signed, for the one address', async () => {
  const mail = mailOf();
  await sendMail(mail);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url).toBe('/v2/email/outbound-emails');
  expect(sent[0]?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/ap-south-1\/ses\/aws4_request/);
  expect(sent[0]?.body).toMatchObject({
    FromEmailAddress: 'Svc <no-reply@example.in>',
    Destination: { ToAddresses: [mail.to] },
  });
  const raw = Buffer.from(sent[0]?.body.Content.Raw.Data ?? '', 'base64').toString();
  expect(raw).toContain(`Message-ID: <${mail.id}@example.in>\r\n`);
  expect(raw).toContain('123456');
});

test.each(['MessageRejected', 'BadRequestException'])('%s is final', async (name) => {
  answers = [{ status: 400, body: { message: 'address' }, headers: { 'x-amzn-errortype': name } }];
  await expect(sendMail(mailOf())).rejects.toMatchObject({
    name: 'UnsendableError',
    message: `SES refuses it: ${name}`,
  });
  expect(sent).toHaveLength(1);
});

test('too many requests may be tried again', async () => {
  const busy = { status: 429, body: { message: 'rate' }, headers: { 'x-amzn-errortype': 'TooManyRequestsException' } };
  answers = [busy, busy, busy];
  await expect(sendMail(mailOf())).rejects.toMatchObject({ name: 'TooManyRequestsException' });
});

test('nothing that could add a recipient reaches SES', async () => {
  await expect(sendMail(mailOf({ to: 'a@x.in\r\nBcc: evil@x.in' }))).rejects.toMatchObject({ name: 'UnsendableError' });
  expect(sent).toEqual([]);
});

test('without a sender nothing is sent, and it may be tried again once there is one', async () => {
  vi.stubEnv('SVC_MAIL_FROM', '');
  await expect(sendMail(mailOf())).rejects.toThrow(
    'SVC_MAIL_FROM is not set; it names the address that mail is sent from',
  );
});
