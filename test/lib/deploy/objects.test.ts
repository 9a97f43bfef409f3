import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkObjects } from '#lib/deploy/objects.ts';
import { root } from './service.ts';

const made = { Ref: 'MadeByTheStack' };
const rgw = { SVC_OBJECT_ENGINE: 'rgw', SVC_S3_URL: 'https://s3.example', SVC_OBJECT_SECRET: made };
const s3 = {
  SVC_OBJECT_ENGINE: 'aws-s3',
  SVC_S3_URL: { 'Fn::Sub': 'https://s3.${AWS::Region}.${AWS::URLSuffix}' },
  SVC_OBJECT_REGION: 'ap-south-1',
  SVC_OBJECT_BUCKET_PREFIX: 'svc-dev-data-',
  SVC_OBJECT_USER_PATH: '/svc-dev/',
  SVC_OBJECT_USER_BOUNDARY: made,
};

test.each([{}, { SVC_OBJECT_ENGINE: '' }, rgw, s3])('what can be deployed is: %o', (environment) => {
  expect(checkObjects(environment, 'svc-dev')).toBeUndefined();
});

const listed = 'rgw, aws-s3 (leave it out for no object storage)';
test.each([
  [{ SVC_OBJECT_ENGINE: 'minio' }, `objectEngine: "minio" is not one of ${listed}`],
  [{ SVC_OBJECT_ENGINE: 'embedded' }, `objectEngine: "embedded" is not one of ${listed}`],
  [
    { ...rgw, SVC_S3_URL: '' },
    'object storage: SVC_S3_URL is not set, and rgw needs it (an http:// or https:// URL without a path) ' +
      '(parameters: objectEngine, s3Url, objectRegion, objectAddressing, bucketPrefix)',
  ],
  [{ ...s3, SVC_OBJECT_BUCKET_PREFIX: 'Photos' }, 'SVC_OBJECT_BUCKET_PREFIX: "Photos" is not at most 31 of a-z'],
  [{ ...s3, SVC_OBJECT_BUCKET_PREFIX: '' }, 'SVC_OBJECT_BUCKET_PREFIX is not set, and aws-s3 needs it'],
  [
    { ...s3, SVC_OBJECT_BUCKET_PREFIX: 'svc-dev-' },
    `bucketPrefix: "svc-dev-" is what the deployment's own bucket begins with (svc-dev-serverlessdeploymentbucket-…)`,
  ],
])('what functions would refuse is refused before: %o', (environment, message) => {
  expect(() => checkObjects(environment, 'svc-dev')).toThrow(message);
});

const engine = (name: string) =>
  parse(readFileSync(join(root, `lib/deploy/objects/${name}.yml`), 'utf8'), { logLevel: 'silent' });

test('every engine says of every grant what it allows', () => {
  const grants = ['none', 'rgw', 'aws-s3'].map((name) => [name, Object.keys(engine(name).access)]);
  const all = ['objects:read', 'objects:manage', 'objects:keys'];
  expect(grants).toEqual([
    ['none', all],
    ['rgw', all],
    ['aws-s3', all],
  ]);
});

test('of Ceph functions may read their secret, and of nothing else anything', () => {
  const statements = Object.values(engine('rgw').access).flat();
  const one = { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: 'ObjectKeys' };
  expect(statements).toEqual([one, one, one]);
  expect(Object.values(engine('none').access)).toEqual([[], [], []]);
});
