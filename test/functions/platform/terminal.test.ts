import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as createTicket } from '#functions/compute/instances/console-ticket.ts';
import packed from '#functions/platform/console.json' with { type: 'json' };
import { handler } from '#functions/platform/unrouted.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { newIamCaller } from '#test/support/accounts/iam.ts';
import { newProof } from '#test/support/accounts/proof.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

/* A checkout has no console to answer with: this file puts one there, as packaging does. */
const none = structuredClone(packed);
const terminal = { html: '<title>t</title>', policy: "connect-src 'self'" };

let owner: SignedUp;
let machine: Instance;
beforeAll(async () => {
  Object.assign(packed, { html: '<title>svc</title>', terminal });
  owner = await verified();
  await standInHost({ console_url: 'wss://host-7.example.in:8443' });
  machine = await launched(owner);
  await putInto(machine, up);
});
afterAll(() => Object.assign(packed, none));

async function policyFor(token: string | undefined, id = machine.id, rawQueryString = '') {
  const event = {
    rawPath: `/console/${id}`,
    rawQueryString,
    headers: {},
    cookies: token === undefined ? [] : [`svc_access=${token}`],
    requestContext: { http: { method: 'GET', path: `/console/${id}`, sourceIp: '192.0.2.1' } },
  };
  const { headers = {}, body } = await handler(event as unknown as APIGatewayProxyEventV2);
  expect(body).toBe(terminal.html);
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

  test('the host for a ticket, which is not used up, and not for the cookie of a session with a proof', async () => {
    const { session_proof, headers } = newProof();
    const body = { email: owner.email, password: owner.password, session_proof };
    const { access_token: bearer } = (await call(login, { body, ip: newIp() })).body;
    expect(await policyFor(bearer)).toBe("connect-src 'self'");
    const asked = await call(createTicket, { bearer, headers, params: { id: machine.id } });
    expect(asked.status).toBe(201);
    const ticket = `ticket=${asked.body.ticket}`;
    for (const token of [bearer, undefined])
      expect(await policyFor(token, machine.id, ticket)).toBe("connect-src 'self' wss://host-7.example.in:8443");
    for (const wrong of [`${ticket}x`, 'ticket=', 'ticket=ct_x'])
      expect(await policyFor(owner.bearer, machine.id, wrong)).toBe("connect-src 'self'");
    expect(await policyFor(undefined, 'i-01kanx7m3v5q8w2c4d6f7g9h1j', ticket)).toBe("connect-src 'self'");
    advanceClock(61);
    expect(await policyFor(undefined, machine.id, ticket)).toBe("connect-src 'self'");
    resetClock();
  });

  test('the host only with the right to open a console', async () => {
    const alice = await newIamCaller(owner);
    expect(await policyFor(alice.bearer)).toBe("connect-src 'self'");
  });
});
