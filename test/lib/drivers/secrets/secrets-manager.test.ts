import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SecretsManager, startSecretsManager } from '#test/support/http/secrets-manager.ts';

const arn = (name: string) => `arn:aws:secretsmanager:ap-south-1:000000000000:secret:svc/${name}`;
const signing = arn('signing');
const publicKeys = arn('public');
const sealing = arn('sealing');

let service: SecretsManager;
beforeEach(async () => {
  service = await startSecretsManager(signing, publicKeys, sealing);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', service.endpoint);
  vi.stubEnv('AWS_REGION', 'ap-south-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('SVC_SIGNING_KEY_FILE', undefined);
  vi.stubEnv('SVC_SECRET_KEY_FILE', undefined);
  vi.stubEnv('SVC_SECRET_KEY_SECRET', sealing);
  vi.stubEnv('SVC_SIGNING_KEY_SECRET', signing);
  vi.stubEnv('SVC_JWKS', publicKeys);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await service.close();
});

const now = new Date('2026-11-21T04:10:00Z');
const subject = { sub: 'usr-1', account_id: '123456789012', typ: 'root', amr: ['pwd'], sid: 'ses-1' } as const;

/** The drivers as one more function would load them, with nothing remembered. */
async function coldFunction() {
  vi.resetModules();
  const { signAccessToken } = await import('#lib/drivers/tokens/sign.ts');
  const { verifyAccessToken } = await import('#lib/drivers/tokens/verify.ts');
  const { rotateWhenDue } = await import('#lib/drivers/tokens/signing-keys.ts');
  const { jwks } = await import('#lib/drivers/tokens/public-keys.ts');
  const { secretBox } = await import('#lib/drivers/secrets/secret-box.ts');
  const { keyedHash } = await import('#lib/drivers/secrets/secret-keys.ts');
  return {
    sign: () => signAccessToken(subject, now),
    verify: (token: string) => verifyAccessToken(token, now),
    rotateWhenDue,
    jwks,
    secretBox,
    keyedHash,
  };
}

const pass = (ms: number) => {
  // biome-ignore lint/plugin: the clock of modules that are loaded anew is set here
  const from = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => from + ms);
};

test('the first to sign makes the keys and publishes their public half; who verifies reads that alone', async () => {
  const token = await (await coldFunction()).sign();
  service.calls.length = 0;
  const verifier = await coldFunction();
  expect((await verifier.verify(token)).sub).toBe('usr-1');
  expect(await verifier.verify(token)).toBeTruthy();
  expect(service.calls).toEqual([`GetSecretValue ${publicKeys}`]);
  const published = JSON.parse(service.versions.get(publicKeys)?.at(-1)?.text ?? '');
  expect(Object.keys(published.keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  expect(await verifier.jwks()).toEqual(published);
});

test('of many that sign first at once one makes the keys, and all sign with them', async () => {
  const functions = [await coldFunction(), await coldFunction(), await coldFunction(), await coldFunction()];
  const tokens = await Promise.all(functions.map(({ sign }) => sign()));
  expect(service.versions.get(signing)).toHaveLength(1);
  const verifier = await coldFunction();
  for (const token of tokens) expect((await verifier.verify(token)).sub).toBe('usr-1');
});

test('one that dies between making the keys and publishing them is mended by the next to sign', async () => {
  await (await coldFunction()).sign();
  service.versions.set(publicKeys, []);
  const verifier = await coldFunction();
  expect(await verifier.jwks()).toEqual({ keys: [] });
  const token = await (await coldFunction()).sign();
  await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
  pass(1001);
  expect((await verifier.verify(token)).sub).toBe('usr-1');
});

test('before anybody has signed, no token is genuine', async () => {
  const elsewhere = await coldFunction();
  const token = await elsewhere.sign();
  for (const name of [signing, publicKeys]) service.versions.set(name, []);
  await expect((await coldFunction()).verify(token)).rejects.toMatchObject({ code: 'invalid_token' });
});

test('keys are rotated when they are 30 days old: published 30 days before they sign', async () => {
  const day = 86_400_000;
  const signer = await coldFunction();
  await signer.sign();
  const made = Date.parse(JSON.parse(service.versions.get(signing)?.[0]?.text ?? '').keys[0].created_at);
  expect((await signer.rotateWhenDue(new Date(made + 29 * day))).getTime()).toBe(made + 30 * day);
  expect(service.versions.get(signing)).toHaveLength(1);
  const kids = async () => (await (await coldFunction()).jwks()).keys.length;
  expect((await signer.rotateWhenDue(new Date(made + 30 * day))).getTime()).toBe(made + 60 * day);
  expect(await kids()).toBe(2);
  const old = await (await coldFunction()).sign();
  expect((await (await coldFunction()).rotateWhenDue(new Date(made + 60 * day))).getTime()).toBe(made + 90 * day);
  expect(await kids()).toBe(3);
  const young = await (await coldFunction()).sign();
  const kid = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  expect(kid(young)).not.toBe(kid(old));
  const verifier = await coldFunction();
  for (const token of [old, young]) expect((await verifier.verify(token)).sub).toBe('usr-1');
});

test('what one function seals another opens, and the keyed hashes of both are the same', async () => {
  const [one, two] = [await coldFunction(), await coldFunction()];
  const [sealed, hash] = await Promise.all([one.secretBox.seal('a seed', 'mfa:1'), two.keyedHash('cursor', 'x')]);
  expect(service.versions.get(sealing)).toHaveLength(1);
  expect(await two.secretBox.open(sealed, 'mfa:1')).toBe('a seed');
  expect(await one.keyedHash('cursor', 'x')).toBe(hash);
});

test('a secret is read once, and again after five minutes; while that fails, what was read serves on', async () => {
  const { keyedHash } = await coldFunction();
  const hash = await keyedHash('cursor', 'x');
  service.calls.length = 0;
  await keyedHash('cursor', 'x');
  expect(service.calls).toEqual([]);
  service.failure = { status: 400, type: 'DecryptionFailure' };
  pass(300_001);
  expect(await keyedHash('cursor', 'x')).toBe(hash);
  expect(service.calls).toEqual([`GetSecretValue ${sealing}`]);
});

test('a failed first read is no answer for ever', async () => {
  const { keyedHash } = await coldFunction();
  service.failure = { status: 400, type: 'DecryptionFailure' };
  await expect(keyedHash('cursor', 'x')).rejects.toMatchObject({ name: 'DecryptionFailure' });
  service.failure = undefined;
  expect(await keyedHash('cursor', 'x')).toMatch(/^[\w-]{43}$/);
});

test('a secret that does not exist, or holds something else, is refused in words', async () => {
  vi.stubEnv('SVC_SECRET_KEY_SECRET', arn('none'));
  await expect((await coldFunction()).keyedHash('cursor', 'x')).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  vi.stubEnv('SVC_SECRET_KEY_SECRET', sealing);
  service.versions.set(sealing, [{ id: '1', text: '{"format":2}' }]);
  await expect((await coldFunction()).keyedHash('cursor', 'x')).rejects.toThrow(
    `secret ${sealing}: unknown format; a newer version wrote it`,
  );
});

test('what a secret holds that is none stands in no error, nor in what the error came of', async () => {
  service.versions.set(sealing, [{ id: '1', text: 'hunter2' }]);
  const error = await (await coldFunction()).keyedHash('cursor', 'x').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: `secret ${sealing}: not a secret of this version` });
  expect(inspect(error)).not.toContain('hunter2');
});

test('a private key among the public ones verifies nothing', async () => {
  await (await coldFunction()).sign();
  const text = service.versions.get(signing)?.[0]?.text ?? '';
  const { jwk, kid } = JSON.parse(text).keys[0];
  service.versions.set(publicKeys, [{ id: '1', text: JSON.stringify({ keys: [{ kid, ...jwk }] }) }]);
  await expect((await coldFunction()).jwks()).rejects.toThrow('a private key stands among the public ones');
});
