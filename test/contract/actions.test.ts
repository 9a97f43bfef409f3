import { beforeAll, expect, test } from 'vitest';
import { actionsFile } from '#lib/generate/actions.ts';
import { type DeployedRoute, readRoutes } from '#lib/generate/routes.ts';
import { platformActionOf } from '#lib/local/s3/auth/actions.ts';
import { operations } from '#lib/local/s3/operations/table.ts';
import { actions } from '#lib/model/identity/policy/actions.ts';
import { readings } from '#lib/model/identity/policy/references.ts';
import { presignedAs } from '#lib/model/storage/presigned.ts';

let routes: DeployedRoute[];
beforeAll(async () => {
  routes = await readRoutes();
});

/** The actions that S3 requests ask for (contract 4.10). */
const ofS3 = operations.map(platformActionOf);

test('every action is that of a route, of a presigned link, of S3 or of a reading, and every such action is one', () => {
  const ofRoutes = routes.flatMap(({ route }) => route.action ?? []);
  const served = new Set([...ofRoutes, ...Object.values(presignedAs), ...Object.values(readings), ...ofS3]);
  expect([...served].sort()).toEqual([...actions].sort());
});

test('an action keeps its place, a new one comes last of its service, and one that nothing has is left out', () => {
  const before = ['storage:PutObject', 'compute:StartInstance', 'compute:Forgotten', 'compute:GetInstance'];
  const served = ['compute:GetInstance', 'compute:PutContact', 'compute:StartInstance'];
  const text = actionsFile(
    served.map((action) => ({ route: { action } }) as DeployedRoute),
    before,
  );
  expect(text).toContain(" = {\n  storage: [\n    'PutObject',\n    'CreateBucket',\n");
  expect(text).toContain("\n  compute: [\n    'StartInstance',\n    'GetInstance',\n");
});

/** What there is one of in an account (contract 4.7, contract 4.8, contract 4.9). */
const singles = ['account', 'team', 'audit-log', 'wallet'];

test('a route asks on something of its action’s service, in the form of the contract', () => {
  for (const { key, path, route } of routes) {
    if (route.public || route.action === null || !route.resource) continue;
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `<${name}>`]));
    const [resource = ''] = route.resource(params, { key: 'a' }, { key: 'a' }).split(/\/object\/a$/);
    const named = [...resource.matchAll(/<(\w+)>/g)].map(([, name]) => name);
    // A sub-resource is asked about as its parent, the first that the path names.
    const first = path.includes('{') && !singles.includes(resource) ? [Object.keys(params)[0]] : [];
    expect({ key, resource, named }).toEqual({
      key,
      resource: expect.stringMatching(/^[a-z-]+(\/(\*|<\w+>))?$/),
      named: first,
    });
  }
});

test('what makes links to an object asks on that object, or on all below the prefix that it names', () => {
  const objects = (body: object) =>
    routes.flatMap(({ key, route }) => {
      const resource = route.resource?.({ name: 'b' }, body, body) ?? '';
      return resource.includes('/object/') ? [[key, resource]] : [];
    });
  expect(objects({ key: 'a/b' }).sort()).toEqual([
    ['completeMultipartUpload', 'bucket/b/object/a/b'],
    ['createMultipartUpload', 'bucket/b/object/a/b'],
    ['createPresignedPost', 'bucket/b/object/a/b'],
    ['createPresignedUrl', 'bucket/b/object/a/b'],
    ['deleteMultipartUpload', 'bucket/b/object/a/b'],
    ['getMultipartUpload', 'bucket/b/object/a/b'],
  ]);
  expect(objects({ key_prefix: 'a/' })).toContainEqual(['createPresignedPost', 'bucket/b/object/a/*']);
});
