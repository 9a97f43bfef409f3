import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Handler } from '#lib/edge/route.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { goodPassword, newEmail } from '#lib/testing/functions/accounts.ts';
import { newCertificateBody } from '#test/support/certificates.ts';
import { documentOf, newName } from '#test/support/iam.ts';
import { launchBody } from '#test/support/instances.ts';
import { newPublicKey } from '#test/support/public-key.ts';
import { type DeployedRoute, root } from './golden/routes.ts';

/** A body that each route with required fields takes, whatever becomes of it then; a new such route adds its line. */
const bodies: Record<string, () => object> = {
  acceptInvite: () => ({ token: 'ivt_nobodys' }),
  addLoadBalancerBackend: () => ({ instance_id: 'i-nobodys' }),
  addFirewallRule: () => ({ direction: 'inbound', protocol: 'tcp', port_from: 80 }),
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
  createBucket: () => ({ name: newName('bucket') }),
  createBucketKey: () => ({ name: 'app', permission: 'read' }),
  createGroup: () => ({ name: newName('group') }),
  createLoadBalancer: () => ({ name: newName('lb'), listeners: [{ protocol: 'http', port: 8080 }] }),
  createPolicy: () => ({ name: newName('policy'), document: documentOf({}) }),
  createPresignedPost: () => ({ key: 'a', content_length_range: [0, 1] }),
  createPresignedUrl: () => ({ operation: 'get', key: 'a' }),
  createAutopay: () => ({
    method: 'upi',
    threshold_paise: 50_000,
    topup_amount_paise: 100_000,
    max_amount_paise: 1_500_000,
  }),
  completeMultipartUpload: () => ({ key: 'a', parts: [{ part_number: 1, etag: 'a' }] }),
  createMultipartUpload: () => ({ key: 'a', parts: 1 }),
  activateAutopay: () => ({ gateway_payment_id: 'pay_00000000000000', signature: 'f' }),
  createSubscription: () => ({ plan_id: 'standard' }),
  createTopup: () => ({ amount_paise: 100_000 }),
  putBudget: () => ({ monthly_limit_paise: 100_000 }),
  createUser: () => ({ username: newName() }),
  addHostAddress: () => ({ address: '203.0.113.7' }),
  creditAccount: () => ({ amount_paise: 100, reason: 'goodwill' }),
  setAccountQuotas: () => ({ instances: 30 }),
  resolveLedgerDifference: () => ({ reason: 'looked at' }),
  createVolume: () => ({ name: newName('volume'), size_gib: 1 }),
  createVpc: () => ({ name: newName('vpc') }),
  createWebhook: () => ({ url: 'https://hooks.example.com/in' }),
  disableMfa: () => ({ code: '000000' }),
  enableMfa: () => ({ code: '000000' }),
  importCertificate: () => newCertificateBody(),
  importSshKey: () => ({ name: newName('key'), public_key: newPublicKey() }),
  inviteMember: () => ({ email: newEmail(), role: 'viewer' }),
  launchInstance: () => launchBody(),
  putAutoscaleRule: () => ({
    metric: 'cpu',
    scale_up_percent: 80,
    scale_down_percent: 20,
    min_instance_type_id: 's1-nano',
    max_instance_type_id: 's1-large',
  }),
  resizeInstance: () => ({ instance_type_id: 's1-small' }),
  replaceFirewallRules: () => ({ rules: [] }),
  putBucketCors: () => ({ rules: [] }),
  putBucketLifecycle: () => ({ rules: [] }),
  putBucketPolicy: () => ({ policy: { Statement: [] } }),
  putBackupSchedule: () => ({ cron: '0 2 * * *' }),
  simulatePolicy: () => ({ username: 'nobody', actions: ['compute:GetVpc'] }),
  switchAccount: () => ({ account_id: '100000000000' }),
  updateAccount: () => ({ name: `account ${randomUUID()}` }),
  updateInstanceSshKeys: () => ({ ssh_key_ids: [] }),
  updateMember: () => ({ role: 'viewer' }),
  updatePolicy: () => ({ document: documentOf({}) }),
  updateUserPassword: () => ({ generate: true }),
  verifyOrder: () => ({ gateway_payment_id: 'pay_00000000000000', signature: '0'.repeat(64) }),
};

const nothing = z.strictObject({});

/** A body that a route's schema takes; throws for a route of which none is known. */
export function bodyOf({ key, method, route }: DeployedRoute): object | undefined {
  if (method === 'GET') return undefined;
  const body = bodies[key]?.() ?? {};
  const { error } = (route.body ?? nothing).safeParse(body);
  if (error) throw new Error(`${key}: test/contract/samples.ts has no body for it: ${error.message}`);
  return body;
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
