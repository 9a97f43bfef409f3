import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/certificates/delete.ts';
import { handler as create } from '#functions/compute/certificates/import.ts';
import { handler as show } from '#functions/compute/certificates/show.ts';
import { handler as update } from '#functions/compute/certificates/update.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { transact } from '#lib/store/platform/write.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { newCertificateBody } from '#test/support/compute/certificates.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { type Made, makeCertificate } from '#test/support/http/certificate.ts';

let mine: Client;
beforeAll(async () => {
  mine = clientOf(await signedUp());
});

const good = makeCertificate({ names: ['shop.example.in'] });
const bodyOf = ({ cert, key }: Pick<Made, 'cert' | 'key'>) => ({
  name: 'shop',
  certificate_pem: cert,
  private_key_pem: key,
});
const day = 86_400_000;
const at = (time: number) => new Date(Math.floor(time / 1000) * 1000).toISOString().replace('.000Z', 'Z');
const [past, future] = [Date.now() - day, Date.now() + day];
const root = makeCertificate({ common: 'Root' });
const leaf = makeCertificate({ names: ['a.in'], issuer: root });
const p256 = { namedCurve: 'P-256' };
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const long = generateKeyPairSync('rsa', { modulusLength: 4104 });
const koblitz = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
const weakRoot = makeCertificate({ common: 'Weak root', pair: short });
const encrypted = createPrivateKey(good.key).export({
  ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
});

describe('400', () => {
  test.each<[string, object, string]>([
    ['no name', { ...bodyOf(good), name: undefined }, 'name: is required (a string)'],
    [
      'a name with an edge',
      { ...bodyOf(good), name: ' a' },
      'name: " a" must not begin or end with a space or contain control characters',
    ],
    ['no certificate', { ...bodyOf(good), certificate_pem: undefined }, 'certificate_pem: is required (a string)'],
    ['a number', { ...bodyOf(good), private_key_pem: 7 }, 'private_key_pem: must be a string'],
    [
      'a long chain',
      { ...bodyOf(good), certificate_pem: 'x'.repeat(65_537) },
      `certificate_pem: "${'x'.repeat(76)}… must have at most 65536 characters`,
    ],
    [
      'a long key',
      { ...bodyOf(good), private_key_pem: 'x'.repeat(16_385) },
      'private_key_pem: must have at most 16384 characters',
    ],
    [
      'no PEM',
      { ...bodyOf(good), certificate_pem: 'shop' },
      'certificate_pem: has no certificate (PEM begins with -----BEGIN CERTIFICATE-----)',
    ],
    [
      'a key in the chain',
      { ...bodyOf(good), certificate_pem: good.cert + good.key },
      'certificate_pem: contains a private key, which belongs only in private_key_pem',
    ],
    [
      'eleven',
      { ...bodyOf(good), certificate_pem: good.cert.repeat(11) },
      'certificate_pem: has 11 certificates (at most 10)',
    ],
    [
      'nonsense',
      { ...bodyOf(good), certificate_pem: good.cert.replace(/\nMII/, '\nMIB') },
      'certificate_pem: certificate 1 cannot be read',
    ],
    [
      'expired',
      bodyOf(makeCertificate({ from: past - day, to: past })),
      `certificate_pem: certificate 1 expired on ${at(past)}`,
    ],
    [
      'not yet',
      bodyOf(makeCertificate({ from: future, to: future + day })),
      `certificate_pem: certificate 1 is not valid before ${at(future)}`,
    ],
    [
      'short RSA',
      bodyOf(makeCertificate({ pair: short })),
      'certificate_pem: certificate 1 has an RSA key of 1024 bits (2048 to 4096 is needed)',
    ],
    [
      'long RSA',
      bodyOf(makeCertificate({ pair: long })),
      'certificate_pem: certificate 1 has an RSA key of 4104 bits (2048 to 4096 is needed)',
    ],
    [
      'another curve',
      bodyOf(makeCertificate({ pair: koblitz })),
      'certificate_pem: certificate 1 has a key on the curve secp256k1 (P-256, P-384, P-521 or Ed25519 is needed)',
    ],
    [
      'SHA-1',
      bodyOf(makeCertificate({ names: ['a.in'], issuer: root, digest: 'sha1' })),
      'certificate_pem: certificate 1 is signed with ecdsa-with-SHA1 (SHA-256 or better is needed)',
    ],
    [
      'out of order',
      { ...bodyOf(leaf), certificate_pem: leaf.cert + good.cert },
      'certificate_pem: certificate 2 did not sign certificate 1 (your own certificate comes first, then each issuer)',
    ],
    [
      'many names',
      bodyOf(makeCertificate({ names: Array.from({ length: 101 }, (_, n) => `n${n}.in`) })),
      'certificate_pem: is for 101 names (at most 100)',
    ],
    [
      'another key',
      { ...bodyOf(good), private_key_pem: root.key },
      'private_key_pem: is not the key of the certificate',
    ],
    [
      'no key',
      { ...bodyOf(good), private_key_pem: good.cert },
      'private_key_pem: has 0 private keys (PEM with exactly one is needed)',
    ],
    [
      'two keys',
      { ...bodyOf(good), private_key_pem: good.key.repeat(2) },
      'private_key_pem: has 2 private keys (PEM with exactly one is needed)',
    ],
    [
      'an encrypted key',
      { ...bodyOf(good), private_key_pem: encrypted },
      'private_key_pem: is encrypted (a key without a passphrase is needed)',
    ],
    [
      'a broken key',
      { ...bodyOf(good), private_key_pem: good.key.replace(/\nMI/, '\nAA') },
      'private_key_pem: cannot be read (PKCS #8, PKCS #1 or SEC 1 in PEM is needed)',
    ],
    ['an unknown field', { ...bodyOf(good), chain: '' }, 'unknown field "chain"'],
  ])('%s', async (_, body, error) => {
    expect(await mine(create, { body })).toMatchObject({ status: 400, body: { error } });
  });

  test('a weak key of an issuer in the chain', async () => {
    const { cert, key } = makeCertificate({ names: ['a.in'], issuer: weakRoot });
    const reply = await mine(create, { body: bodyOf({ cert: cert + weakRoot.cert, key }) });
    expect(reply.body.error).toBe(
      'certificate_pem: certificate 2 has an RSA key of 1024 bits (2048 to 4096 is needed)',
    );
  });

  test('a refusal says nothing of the key', async () => {
    const { key } = makeCertificate({ pair: generateKeyPairSync('ec', p256) });
    const reply = await mine(create, { body: { ...bodyOf(good), private_key_pem: key } });
    expect(JSON.stringify(reply)).not.toContain(key.split('\n')[1]);
  });
});

test('409 for a name that another certificate has, 412 for a stale version', async () => {
  const [one, other] = [newCertificateBody(), newCertificateBody()];
  const { id } = (await mine(create, { body: one })).body;
  const second = (await mine(create, { body: other })).body.id;
  const taken = { status: 409, body: { error: `name: certificate "${one.name}" already exists as ${id}` } };
  expect(await mine(create, { body: { ...other, name: one.name } })).toMatchObject(taken);
  expect(await mine(update, { params: { id: second }, body: { name: one.name } })).toMatchObject(taken);
  const stale = { params: { id }, headers: { 'if-match': '"v9"' } };
  expect((await mine(update, { ...stale, body: { name: 'new' } })).status).toBe(412);
  expect((await mine(remove, stale)).status).toBe(412);
});

test('409 while a load balancer has it, also at once with its deletion', async () => {
  await standInHost({ capabilities: ['load_balancing', 'https_listeners'] });
  const { id } = (await mine(create, { body: newCertificateBody() })).body;
  const listeners = [{ protocol: 'https', port: 8443, certificate_ids: [id] }];
  const lb = (await mine(createBalancer, { body: { name: 'front', listeners } })).body.id;
  const reply = await mine(remove, { params: { id } });
  expect([reply.status, reply.headers['x-error-code'], reply.body.error]).toEqual([
    409,
    'in_use',
    `certificate ${id} is in use by ${lb}`,
  ]);
  const free = (await mine(create, { body: newCertificateBody() })).body.id;
  const again = [{ protocol: 'https', port: 8443, certificate_ids: [free] }];
  const [making, removing] = await Promise.all([
    mine(createBalancer, { body: { name: 'other', listeners: again } }),
    mine(remove, { params: { id: free } }),
  ]);
  const shown = await mine(show, { params: { id: free } });
  expect([making.status, removing.status, shown.status]).toSatisfy(
    ([made, removed, seen]) =>
      (made === 201 && removed === 409 && seen === 200) || (made === 404 && removed === 200 && seen === 404),
  );
});

test('403 beyond the quota', async () => {
  const me = await signedUp();
  await transact([takeQuota(me.account_id, 'certificates', 10)]);
  const reply = await clientOf(me)(create, { body: newCertificateBody() });
  expect([reply.status, reply.body.error]).toEqual([403, '10 of 10 certificates used (see GET /compute/quotas)']);
});
