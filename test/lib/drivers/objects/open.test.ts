import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { objectEngine } from '#lib/drivers/objects/open.ts';
import { type TestEngine, testEngine } from '#test/lib/local/s3/engine.ts';
import { selfSigned } from '#test/support/http/certificate.ts';
import { type SecretsManager, startSecretsManager } from '#test/support/http/secrets-manager.ts';

/*
 * The engines run against the embedded server, which speaks S3 to both, over https with a certificate authority of its
 * own.
 */

const certificate = selfSigned();
let s3: TestEngine;
let secure: TestEngine;
let secrets: SecretsManager;
beforeAll(async () => {
  [s3, secure] = await Promise.all([testEngine(), testEngine({ tls: certificate })]);
  secrets = await startSecretsManager('object-keys', 'empty', 'odd');
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await secrets.close();
  await s3.close();
  await secure.close();
});

const owner = { uid: 'svc-owner', access_key_id: 'OWNER', secret_key: 'owner-secret' };
const holds = (secret: string, value: unknown) =>
  secrets.versions.set(secret, [{ id: `${Math.random()}`, text: JSON.stringify(value) }]);

function opened(env: Record<string, string>): ObjectEngine {
  for (const [name, value] of Object.entries({ SVC_S3_URL: s3.engine.endpoint, ...env })) vi.stubEnv(name, value);
  const amazons = { REGION: 'ap-south-1', ACCESS_KEY_ID: 'OWNER', SECRET_ACCESS_KEY: 'owner-secret' };
  for (const [name, value] of Object.entries(amazons)) vi.stubEnv(`AWS_${name}`, value);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', secrets.endpoint);
  return objectEngine()!;
}

const ceph = { SVC_OBJECT_ENGINE: 'rgw', SVC_OBJECT_SECRET: 'object-keys' };
const amazon = {
  SVC_OBJECT_ENGINE: 'aws-s3',
  SVC_OBJECT_REGION: 'in-mum',
  SVC_OBJECT_BUCKET_PREFIX: 'own-',
  SVC_OBJECT_USER_PATH: '/own/',
  SVC_OBJECT_USER_BOUNDARY: 'arn:aws:iam::123456789012:policy/bounds',
};
const called = async (engine: ObjectEngine, name: string) => {
  await engine.createBucket({ name });
  return (await engine.listObjects(name)).objects;
};

test('settings that name no engine that could be used are refused where it is asked for', () => {
  expect(() => opened({ SVC_OBJECT_ENGINE: 'minio' })).toThrow('SVC_OBJECT_ENGINE: "minio" is not one of');
  vi.stubEnv('SVC_OBJECT_ENGINE', '');
  expect(objectEngine()).toBeUndefined();
});

test('what is known of an engine is known before it is loaded, and stays one engine as long as the settings do', () => {
  const engine = opened({ ...amazon, SVC_S3_URL: 'https://s3.ap-south-1.amazonaws.com' });
  expect(engine).toMatchObject({
    endpoint: { url: 'https://s3.ap-south-1.amazonaws.com', region: 'in-mum', addressing: ['path', 'virtual'] },
    capabilities: { quota: false, versioning: true },
    bucketPrefix: 'own-',
  });
  expect(objectEngine()).toBe(engine);
  expect(opened({ ...ceph, SVC_OBJECT_ADDRESSING: 'path' })).toMatchObject({
    endpoint: { region: 'in-mum', addressing: ['path'] },
    capabilities: { quota: true, traffic: false },
    bucketPrefix: '',
  });
});

test('no file that every function loads brings a driver along', () => {
  const files = new Set(['lib/drivers/objects/open.ts']);
  for (const file of files) {
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*'(.*)';$/gm)) {
      if (from.startsWith('#')) files.add(from.slice(1));
      else if (from.startsWith('./')) files.add(join(dirname(file), from));
    }
  }
  expect([...files].sort()).toEqual([
    'lib/drivers/objects/aws-s3/capabilities.ts',
    'lib/drivers/objects/aws-s3/entry.ts',
    'lib/drivers/objects/capabilities.ts',
    'lib/drivers/objects/embedded/entry.ts',
    'lib/drivers/objects/engine.ts',
    'lib/drivers/objects/open.ts',
    'lib/drivers/objects/registry.ts',
    'lib/drivers/objects/rgw/capabilities.ts',
    'lib/drivers/objects/rgw/entry.ts',
    'lib/model/platform/addresses.ts',
    'lib/model/platform/console-address.ts',
    'lib/model/platform/host-setting-forms.ts',
    'lib/model/platform/ipv4.ts',
    'lib/model/platform/near-addresses.ts',
    'lib/model/platform/object-setting-forms.ts',
    'lib/model/platform/plan-limits.ts',
    'lib/model/platform/required-limits.ts',
    'lib/model/platform/setting-forms.ts',
    'lib/model/platform/setting.ts',
    'lib/model/platform/settings.ts',
    'lib/model/platform/spread.ts',
    'lib/model/platform/webhook-hosts.ts',
    'lib/model/storage/object-settings.ts',
  ]);
});

describe('aws-s3', () => {
  test('is called under the credentials of the function', async () => {
    expect(await called(opened(amazon), 'own-bucket')).toEqual([]);
    await expect(called(opened(amazon), 'own-bucket')).rejects.toMatchObject({ code: 'bucket_exists' });
  });

  test('without them says so', async () => {
    const engine = opened(amazon);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', '');
    await expect(engine.listObjects('own-bucket')).rejects.toThrow(
      'AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set, and aws-s3 needs both',
    );
  });
});

describe('rgw', () => {
  const secured = () => ({ ...ceph, SVC_S3_URL: secure.engine.endpoint });
  test('is called under the keys of its secret, and trusts the authority that stands there', async () => {
    holds('object-keys', { ...owner, ca: certificate.cert });
    expect(await called(opened(secured()), 'ceph-bucket')).toEqual([]);
  });

  test('trusts no certificate that no authority vouches for', async () => {
    holds('odd', owner);
    const engine = opened({ ...secured(), SVC_OBJECT_SECRET: 'odd' });
    await expect(engine.listObjects('ceph-bucket')).rejects.toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED/),
    });
  });

  const form =
    '{"uid": …, "access_key_id": …, "secret_key": …} of the user who owns the buckets, and "ca" where it needs one';
  test.each([
    ['no-uid', { ...owner, uid: '' }, `secret no-uid: has no uid: ${form}`],
    ['no-secret', { uid: 'a', access_key_id: 'b' }, `secret no-secret: has no secret_key: ${form}`],
    ['no-ca', { ...owner, ca: 'mine' }, 'secret no-ca: ca is no PEM'],
    ['no-value', undefined, `has no value yet: ${form}`],
  ])('says what its secret lacks: %s', async (name, value, message) => {
    secrets.versions.set(name, []);
    if (value) holds(name, value);
    const engine = opened({ ...ceph, SVC_OBJECT_SECRET: name });
    await expect(engine.deleteBucket('ceph-bucket')).rejects.toThrow(`SVC_OBJECT_SECRET: ${message}`);
  });
});
