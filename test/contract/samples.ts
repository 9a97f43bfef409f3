import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { exampleOf } from '#lib/edge/openapi/examples.ts';
import type { Handler } from '#lib/edge/route.ts';
import { type DeployedRoute, root } from '#lib/generate/routes.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { goodPassword, newEmail } from '#lib/testing/functions/accounts.ts';
import { documentOf, newName } from '#test/support/accounts/iam.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { newCertificateBody } from '#test/support/compute/certificates.ts';
import { launchBody } from '#test/support/compute/instances.ts';

/** Bodies of routes for which their schema's example does not do: names that are new, and things that are nobody's. */
const bodies: Record<string, () => object> = {
  addLoadBalancerBackend: () => ({ instance_id: 'i-nobodys' }),
  attachElasticIp: () => ({ instance_id: newId('instance', new Date()) }),
  attachVolume: () => ({ instance_id: newId('instance', new Date()) }),
  changePassword: () => ({ current_password: 'wrong', new_password: goodPassword }),
  createAutoScalingGroup: () => ({
    name: newName('asg'),
    instance_type_id: 's1-nano',
    image_id: 'ubuntu-24.04',
    min_size: 0,
    max_size: 1,
  }),
  completeMultipartUpload: () => ({ key: 'a', parts: [{ part_number: 1, etag: 'a' }] }),
  createMultipartUpload: () => ({ key: 'a', parts: 1 }),
  createBucket: () => ({ name: newName('bucket') }),
  createGroup: () => ({ name: newName('group') }),
  createLoadBalancer: () => ({ name: newName('lb'), listeners: [{ protocol: 'http', port: 8080 }] }),
  createPolicy: () => ({ name: newName('policy'), document: documentOf({}) }),
  createPresignedPost: () => ({ key: 'a', content_length_range: [0, 1] }),
  createPresignedUrl: () => ({ operation: 'get', key: 'a' }),
  createUser: () => ({ username: newName() }),
  setAccountQuotas: () => ({ instances: 30 }),
  createVolume: () => ({ name: newName('volume'), size_gib: 1 }),
  createVpc: () => ({ name: newName('vpc') }),
  importCertificate: () => newCertificateBody(),
  importSshKey: () => ({ name: newName('key'), public_key: newPublicKey() }),
  inviteMember: () => ({ email: newEmail(), role: 'viewer' }),
  launchInstance: () => launchBody(),
  resizeInstance: () => ({ instance_type_id: 's1-small' }),
  replaceFirewallRules: () => ({ rules: [] }),
  putBucketCors: () => ({ rules: [] }),
  putBucketLifecycle: () => ({ rules: [] }),
  putBucketPolicy: () => ({ policy: { Statement: [] } }),
  simulatePolicy: () => ({ username: 'nobody', actions: ['compute:GetVpc'] }),
  switchAccount: () => ({ account_id: '100000000000' }),
  updateAccount: () => ({ name: `account ${randomUUID()}` }),
  updateInstanceSshKeys: () => ({ ssh_key_ids: [] }),
  updatePolicy: () => ({ document: documentOf({}) }),
  updateUserPassword: () => ({ generate: true }),
};

/** A body that a route's schema takes: the route's line above, or the least of the schema's own example. */
export function bodyOf({ key, method, route }: DeployedRoute): object | undefined {
  if (method === 'GET') return undefined;
  const body = bodies[key]?.() ?? (route.body ? leastExample(route.body) : {});
  const { error } = (route.body ?? z.strictObject({})).safeParse(body);
  if (error)
    throw new Error(`${key}: neither its example nor test/contract/samples.ts is a body for it: ${error.message}`);
  return body;
}

/** The example of a schema's fields, as it is in the OpenAPI document, without those that a request may leave out. */
function leastExample(schema: z.ZodType): object {
  const takes = (fields: object) => schema.safeParse(fields).success;
  if (takes({})) return {};
  let least = exampleOf(schema, 'input') as Record<string, unknown>;
  for (const name of Object.keys(least)) {
    const { [name]: _left, ...rest } = least;
    if (takes(rest)) least = rest;
  }
  return least;
}

/** What the query of a route with a login must have; a new route with a required parameter adds its line. */
const queries: Record<string, Record<string, string>> = {
  deleteMultipartUpload: { key: 'a' },
  getMultipartUpload: { key: 'a' },
  listInstanceMetrics: { instance_id: 'no-such-thing' },
};

/** A query that a route's schema takes. */
export const queryOf = ({ key }: Pick<DeployedRoute, 'key'>): Record<string, string> => queries[key] ?? {};

/** The handler of a route. */
export const handlerOf = async ({ file }: Pick<DeployedRoute, 'file'>): Promise<Handler> =>
  (await import(pathToFileURL(join(root, file)).href)).handler;

/** The names in a path's braces. */
export const paramsIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
