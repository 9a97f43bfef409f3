import { expect, test } from 'vitest';
import { objectSettings } from '#lib/model/storage/object-settings.ts';

const embedded = {
  SVC_OBJECT_ENGINE: 'embedded',
  SVC_S3_URL: 'http://localhost:9000',
  SVC_S3_ADMIN_SOCKET: '/run/objects',
  SVC_S3_ADMIN_SECRET: 'secret',
};
const rgw = { SVC_OBJECT_ENGINE: 'rgw', SVC_S3_URL: 'https://s3.example/', SVC_OBJECT_SECRET: 'object-keys' };
const s3 = {
  SVC_OBJECT_ENGINE: 'aws-s3',
  SVC_S3_URL: 'https://s3.ap-south-1.amazonaws.com',
  SVC_OBJECT_REGION: 'ap-south-1',
  SVC_OBJECT_BUCKET_PREFIX: 'svc-dev-',
  SVC_OBJECT_USER_PATH: '/svc-dev/',
  SVC_OBJECT_USER_BOUNDARY: 'arn:aws:iam::123456789012:policy/bounds',
};

test('no engine named is none', () => {
  expect(objectSettings({})).toBeUndefined();
  expect(objectSettings({ ...embedded, SVC_OBJECT_ENGINE: ' ' })).toBeUndefined();
});

test.each([
  [
    embedded,
    {
      engine: 'embedded',
      url: 'http://localhost:9000',
      region: 'in-mum',
      socketPath: '/run/objects',
      secret: 'secret',
    },
  ],
  [
    { ...embedded, SVC_OBJECT_REGION: 'us-east-1' },
    { engine: 'embedded', region: 'us-east-1' },
  ],
  [
    rgw,
    { engine: 'rgw', url: 'https://s3.example', region: 'in-mum', addressing: ['path'], secretName: 'object-keys' },
  ],
  [
    { ...rgw, SVC_OBJECT_REGION: 'blr-1', SVC_OBJECT_ADDRESSING: 'path,virtual' },
    { region: 'blr-1', addressing: ['path', 'virtual'] },
  ],
  [s3, { engine: 'aws-s3', region: 'ap-south-1', bucketPrefix: 'svc-dev-', userPath: '/svc-dev/' }],
])('what each engine needs is read: %o', (env, settings) => {
  expect(objectSettings(env)).toMatchObject(settings);
});

test.each([
  [{ SVC_OBJECT_ENGINE: 'minio' }, 'SVC_OBJECT_ENGINE: "minio" is not one of embedded, rgw, aws-s3'],
  [{ SVC_OBJECT_ENGINE: 'constructor' }, 'SVC_OBJECT_ENGINE: "constructor" is not one of embedded, rgw, aws-s3'],
  [{ ...rgw, SVC_S3_URL: '' }, 'SVC_S3_URL is not set, and rgw needs it (an http:// or https:// URL without a path)'],
  [
    { ...rgw, SVC_S3_URL: 'https://s3.example/rgw' },
    'SVC_S3_URL: "https://s3.example/rgw" is not an http:// or https:// URL without a path',
  ],
  [
    { ...rgw, SVC_OBJECT_SECRET: undefined },
    'SVC_OBJECT_SECRET is not set, and rgw needs it (a secret of AWS Secrets Manager)',
  ],
  [
    { ...rgw, SVC_OBJECT_ADDRESSING: 'virtual' },
    'SVC_OBJECT_ADDRESSING: "virtual" is not path, or path,virtual where the names of buckets below its host lead to it',
  ],
  [
    { ...s3, SVC_OBJECT_REGION: undefined },
    'SVC_OBJECT_REGION is not set, and aws-s3 needs it (the name of a region (a-z 0-9 -))',
  ],
  [
    { ...s3, SVC_OBJECT_BUCKET_PREFIX: 'Svc_' },
    'SVC_OBJECT_BUCKET_PREFIX: "Svc_" is not at most 31 of a-z 0-9 -, not beginning with -',
  ],
  [{ ...s3, SVC_OBJECT_USER_PATH: 'svc' }, 'SVC_OBJECT_USER_PATH: "svc" is not a path of IAM (/name/)'],
])('what names no engine that could be used is refused: %o', (env, message) => {
  expect(() => objectSettings(env)).toThrow(message);
});

test('all faults are told at once', () => {
  expect(() => objectSettings({ SVC_OBJECT_ENGINE: 'embedded', SVC_S3_URL: 'here' })).toThrow(
    'SVC_S3_URL: "here" is not an http:// or https:// URL without a path; SVC_S3_ADMIN_SOCKET is not set, and embedded needs it (a unix socket); SVC_S3_ADMIN_SECRET',
  );
});
