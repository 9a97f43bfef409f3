import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleHostOf } from '#lib/domain/compute/console/host-of.ts';
import { unrouted } from '#lib/edge/unrouted.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { standInHost } from '#test/support/hosts.ts';
import { newIamCaller } from '#test/support/iam.ts';
import { launched, putInto, up } from '#test/support/instances.ts';

/* With the console of a package, which a checkout does not have. */
const terminal = { html: '<title>t</title>', policy: "connect-src 'self'" };
const load = async () => ({ html: '<title>svc</title>', assets: {}, terminal });
const loadReference = async () => ({ html: '', policy: '', name: '', script: () => new Uint8Array() });
const handler = unrouted({}, { load, loadReference, hostOf: consoleHostOf });

let owner: SignedUp;
let machine: Instance;
beforeAll(async () => {
  owner = await verified();
  await standInHost({ console_url: 'wss://host-7.example.in:8443' });
  machine = await launched(owner);
  await putInto(machine, up);
});

async function policyFor(token: string | undefined, id = machine.id) {
  const event = {
    rawPath: `/console/${id}`,
    rawQueryString: '',
    headers: {},
    cookies: token === undefined ? [] : [`svc_access=${token}`],
    requestContext: { http: { method: 'GET', path: `/console/${id}`, sourceIp: '192.0.2.1' } },
  };
  const { headers = {} } = await handler(event as unknown as APIGatewayProxyEventV2);
  return headers['content-security-policy'];
}

describe('the document with a terminal may connect to', () => {
  test('the host of the machine, for whoever may open its console', async () => {
    expect(await policyFor(owner.bearer)).toBe("connect-src 'self' wss://host-7.example.in:8443");
  });

  test('the API alone, for everybody else and while the machine does not run', async () => {
    const stranger = await signedUp();
    for (const token of [undefined, '', 'nonsense', 'x'.repeat(9000), `${owner.bearer}x`, stranger.bearer])
      expect(await policyFor(token)).toBe("connect-src 'self'");
    for (const id of ['i-none', 'i-..%2f', 'i-01kanx7m3v5q8w2c4d6f7g9h1j'])
      expect(await policyFor(owner.bearer, id)).toBe("connect-src 'self'");
    await putInto(machine, { status: 'stopped' });
    expect(await policyFor(owner.bearer)).toBe("connect-src 'self'");
    await putInto(machine, { status: 'running' });
  });

  test('the host only with the right to open a console', async () => {
    const alice = await newIamCaller(owner);
    const asker = { token: alice.bearer, source_ip: '192.0.2.1' };
    expect(await consoleHostOf(asker, machine.id)).toBeUndefined();
  });
});
