import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as feed } from '#functions/auth/activity/list.ts';
import { handler as remove } from '#functions/compute/certificates/delete.ts';
import { handler as create } from '#functions/compute/certificates/import.ts';
import { handler as list } from '#functions/compute/certificates/list.ts';
import { handler as show } from '#functions/compute/certificates/show.ts';
import { handler as update } from '#functions/compute/certificates/update.ts';
import { handler as activitySchedule } from '#functions/scheduled/activity.ts';
import { handler as expirySchedule } from '#functions/scheduled/expiry.ts';
import { handler as mailSchedule } from '#functions/scheduled/mail.ts';
import { deleteCertificate } from '#lib/domain/compute/certificates/delete.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { mailbox, mailsTo } from '#lib/testing/functions/mails.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';

const day = 86_400_000;

let owner: SignedUp;
let mine: Client;
beforeEach(async () => {
  mailbox();
  owner = await verified();
  mine = clientOf(owner);
});
afterEach(resetClock);

const made = makeCertificate({ names: ['Shop.example.in', '*.shop.example.in', '10.20.0.9'] });
const body = { name: 'shop', certificate_pem: made.cert, private_key_pem: made.key, tags: { env: 'test' } };

test('a certificate is imported, shown, listed, renamed and deleted, and never its key', async () => {
  const reply = await mine(create, { body });
  const parsed = new X509Certificate(made.cert);
  expect(reply).toMatchObject({ status: 201, headers: { etag: '"v1"' } });
  expect(reply.body).toEqual({
    id: expect.stringMatching(/^cert-[0-9a-z]{26}$/),
    account_id: owner.account_id,
    name: 'shop',
    fingerprint: parsed.fingerprint256,
    not_before: parsed.validFromDate.toISOString().replace('.000Z', 'Z'),
    not_after: parsed.validToDate.toISOString().replace('.000Z', 'Z'),
    domains: ['shop.example.in', '*.shop.example.in', '10.20.0.9'],
    tags: { env: 'test' },
    created_at: expect.stringMatching(/Z$/),
    updated_at: reply.body.created_at,
  });
  const { id } = reply.body;
  expect((await mine(show, { params: { id } })).body).toEqual(reply.body);
  const query = { name: 'shop', 'tag.env': 'test', fingerprint: parsed.fingerprint256 };
  expect((await mine(list, { query })).body).toEqual({ certificates: [reply.body], next_cursor: '' });
  const renamed = await mine(update, { params: { id }, body: { name: 'store', tags: {} } });
  expect(renamed).toMatchObject({ status: 200, headers: { etag: '"v2"' }, body: { id, name: 'store', tags: {} } });
  expect((await mine(remove, { params: { id } })).body).toEqual({ id, deleted: true });
  expect((await mine(show, { params: { id } })).body).toEqual({ error: `certificate ${id} not found` });
});

test('the key is in the table sealed alone, also after a keyed request, its replay and its audit', async () => {
  const keyed = { body, headers: { 'idempotency-key': 'import-1' } };
  const first = await mine(create, keyed);
  const again = await mine(create, keyed);
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  await activitySchedule();
  const { events } = (await mine(feed)).body;
  expect(events.map(({ type }: { type: string }) => type)).toContain('certificate.imported');
  const secret = made.key.split('\n')[1] ?? '';
  expect(secret.length).toBeGreaterThan(40);
  const everything = JSON.stringify([first, again, events, await allItems()]);
  expect(everything).toContain(made.cert.split('\n')[1]);
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain('PRIVATE KEY');
});

test.each([
  ['rsa', 'a key of RSA in PKCS #1'],
  ['ec', 'a key of ECDSA in SEC 1, after its parameters'],
])('%s: %s is read', async (type) => {
  const { generateKeyPairSync } = await import('node:crypto');
  const pair =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const { cert } = makeCertificate({ pair });
  const key = pair.privateKey.export({ type: type === 'rsa' ? 'pkcs1' : 'sec1', format: 'pem' } as never).toString();
  const private_key_pem = `-----BEGIN EC PARAMETERS-----\nBgUrgQQAIg==\n-----END EC PARAMETERS-----\n${key}`;
  expect((await mine(create, { body: { ...body, certificate_pem: cert, private_key_pem } })).status).toBe(201);
});

test('a chain is read with what stands between its parts', async () => {
  const root = makeCertificate({ common: 'Root' });
  const between = makeCertificate({ common: 'Between', issuer: root });
  const leaf = makeCertificate({ names: ['shop.example.in'], issuer: between });
  const certificate_pem = `subject=shop\n${leaf.cert}issuer: é\r\n${between.cert}\n${root.cert}`;
  const reply = await mine(create, { body: { ...body, certificate_pem, private_key_pem: leaf.key } });
  expect([reply.status, reply.body.domains]).toEqual([201, ['shop.example.in']]);
});

test('without alternative names the common name counts', async () => {
  const { cert, key } = makeCertificate({ names: [], common: 'Old.example.in' });
  const reply = await mine(create, { body: { ...body, certificate_pem: cert, private_key_pem: key } });
  expect(reply.body.domains).toEqual(['old.example.in']);
});

test('its owner is told 30, 7 and 1 days before it expires, once each, by event and by mail', async () => {
  const { cert, key } = makeCertificate({ names: ['shop.example.in'], to: Date.now() + 60 * day });
  const { id } = (await mine(create, { body: { ...body, certificate_pem: cert, private_key_pem: key } })).body;
  const told = async () => {
    for (let round = 0; round < 2; round++) await expirySchedule();
    await activitySchedule();
    // The owner's token is over by then.
    const events = (await allItems()).filter(({ pk, type }) => pk.endsWith('#feed') && type === 'certificate.expiring');
    const ofOwner = events.filter(({ pk }) => pk.includes(owner.account_id)).sort((a, b) => (a.sk < b.sk ? -1 : 1));
    return ofOwner.map(({ message }) => / in (.*)$/.exec(message)?.[1]);
  };
  expect(await told()).toEqual([]);
  advanceClock(30 * 86_400 + 60);
  expect(await told()).toEqual(['30 days']);
  advanceClock(22 * 86_400);
  expect(await told()).toEqual(['30 days']);
  advanceClock(86_400);
  expect(await told()).toEqual(['30 days', '7 days']);
  advanceClock(6 * 86_400);
  expect(await told()).toEqual(['30 days', '7 days', 'a day']);
  await mailSchedule();
  const mails = (await mailsTo(owner.email)).filter(({ kind }) => kind === 'failure');
  expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill('Certificate shop expires soon'));
  expect(mails[0]?.text).toContain('certificate shop (shop.example.in) expires on ');
  await deleteCertificate(systemContext(owner.account_id, civilNow()), { id });
  advanceClock(86_400);
  expect(await told()).toHaveLength(3);
});
