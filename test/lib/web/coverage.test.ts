import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '#lib/generated/client/routes.ts';

/** The operations that the console never uses, each with the reason. A new operation is used, or stands here. */
const unused: Readonly<Record<string, string>> = {
  createConsoleTicket: 'the terminal asks for it: a document of its own, lib/web/bundle/terminal.html',
  createPresignedPost: 'it is for forms on pages of others; the console sends files by presigned URLs',
  deleteBucketCors: 'the form of CORS rules puts an empty list',
  deleteBucketPolicy: 'svc bucket-policy has it; the console has no page for policies of buckets',
  deleteBucketLifecycle: 'the form of lifecycle rules puts an empty list',
  exchangeCredentials: 'it is for programs with an access key; the console has cookies',
  getBucketPolicy: 'svc bucket-policy has it; the console has no page for policies of buckets',
  getBucketKey: 'listBucketKeys shows the same of each key',
  getCertificate: 'listCertificates shows the same of each certificate',
  getGroupPolicy: 'getGroup names all attached policies',
  getInstanceSnapshot: 'getSnapshot shows the same',
  getInstanceType: 'listInstanceTypes shows the same of each type',
  getJwks: 'it is for programs that verify tokens; scripts of the console never see one',
  getOpenapi: 'the reference at /docs reads it, to which the console leads',
  getSshKey: 'listSshKeys shows the same of each key',
  getUserPolicy: 'getUser names all attached policies',
  importImage: 'svc platform has it; the console has no page for images of hosts',
  listPlatformImages: 'svc platform has it; the console has no page for images of hosts',
  listLoadBalancerBackends: 'getLoadBalancer shows the backends with their health',
  pullImage: 'svc platform has it; the console has no page for images of hosts',
  removeImage: 'svc platform has it; the console has no page for images of hosts',
  putBucketPolicy: 'svc bucket-policy has it; the console has no page for policies of buckets',
  receiveGatewayWebhook: 'the payment gateway calls it',
  replaceFirewallRules: 'it is for programs that hold all rules; people add and delete one at a time',
  verifyOrder: 'the webhook credits the order; the checkout of a laptop and programs may prove a payment before it',
};

const root = new URL('../../../', import.meta.url).pathname;
const sources = globSync('lib/web/{main.tsx,{api,pages,parts,shell}/**/*.{ts,tsx}}', { cwd: root });
const text = sources.map((path) => readFileSync(root + path, 'utf8')).join('\n');

/** Whether a source names an operation: as a text, or as a method of the client. */
const isNamed = (operation: string): boolean =>
  new RegExp(`(?:['"]${operation}['"]|client\\.${operation}\\()`).test(text);

describe('what the console does of what the API can', () => {
  it.each(Object.keys(routes))('%s is used, or has a reason not to be', (operation) => {
    expect(isNamed(operation) || Object.hasOwn(unused, operation)).toBe(true);
  });

  it('no reason is given for what is used, or is no operation', () => {
    expect(Object.keys(unused).filter((operation) => isNamed(operation) || !(operation in routes))).toEqual([]);
  });
});
