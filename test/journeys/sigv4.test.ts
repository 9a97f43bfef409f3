import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { signers } from '#test/lib/standards/sigv4/javascript-signers.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';
import type { Asked, Send, Signer } from './signers/asked.ts';
import { withPackage } from './signers/packages.ts';
import { botocore, curl } from './signers/programs.ts';

/* Real signers against the running platform: what they sign passes the front listener and the gateway's rewriting. */

let platform: SharedPlatform;
let owner: Client;
let admin: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  owner = await Client.verified(platform.baseUrl);
  const { policies } = demand(await owner.get('/auth/iam/policies?limit=200'), 200).body;
  demand(await owner.post('/auth/iam/users', { username: 'al-ice' }), 201);
  admin = policies.find(({ name }: { name: string }) => name === 'AdministratorAccess').id;
});

/** A signer with a user, a key and so a rate window of its own. */
async function newSigner(): Promise<Signer & { keyPath: string }> {
  const username = `al-ice-${randomUUID()}`;
  demand(await owner.post('/auth/iam/users', { username, policy_ids: [admin] }), 201);
  const keys = `/auth/iam/users/${username}/access-keys`;
  const { access_key_id: keyId, secret_key: secret } = demand(await owner.post(keys, {}), 201).body;
  return { baseUrl: platform.baseUrl, keyId, secret, keyPath: `${keys}/${keyId}` };
}

const get = (title: string, target: string) => ({ title, method: 'GET', target, body: '' });
const post = (title: string, target: string, body: object | '' = '') => ({
  title,
  method: 'POST',
  target,
  body: body && JSON.stringify(body),
});

/** What is asked in both forms, and the status that a right signature gets. */
const reads = [
  [get('a plain path', '/auth/me'), 200],
  [get('a sorted query', '/compute/instances?limit=5&status=running'), 200],
  [get('an unsorted query', '/compute/instances?status=running&limit=5'), 200],
  [get('an encoded blank', '/compute/instances?name=a%20b'), 200],
  [get('a plus sign', '/compute/instances?name=a+b'), 200],
  [get('an encoded comma', '/compute/instances?status=running%2Cstopped'), 200],
  [get('an encoded character in the path', '/auth/iam/users/al%2Dice'), 200],
  [get('what is not there', '/compute/instances/i-01jd0000000000000000000000'), 404],
  [get('an unknown parameter', '/auth/me?colour=red'), 400],
] as const;
const writes = [
  [post('a POST without a body', '/auth/iam/exchange-credentials'), 200],
  [post('a POST of an empty object', '/auth/iam/exchange-credentials', {}), 200],
  [post('a JSON body', '/auth/iam/groups', { name: 'x' }), 201],
  [post('a body that is wrong', '/auth/iam/groups', { name: 'ü' }), 400],
] as const;

type Case = readonly [Omit<Asked, 'form'>, number];

/** Every case in one form, a group's name of its own in each. */
const casesIn = (form: Asked['form'], cases: readonly Case[]): [Asked, number][] =>
  cases.map(([asked, status]) => [{ ...asked, form, body: asked.body.replace('"x"', `"${randomUUID()}"`) }, status]);

async function expectAnswers(send: Send, cases: [Asked, number][]): Promise<void> {
  const signer = await newSigner();
  const answers = await send(
    signer,
    cases.map(([asked]) => asked),
  );
  const seen = cases.map(([{ title }], i) => [title, answers[i]?.status, answers[i]?.text]);
  expect(seen).toEqual(cases.map(([{ title }, status]) => [title, status, expect.any(String)]));
}

async function expectRevocation(send: Send): Promise<void> {
  const { keyPath, ...signer } = await newSigner();
  const [asked] = casesIn('header', [[get('me', '/auth/me'), 200]])[0] as [Asked, number];
  const status = async () => (await send(signer, [asked]))[0]?.status;
  const turn = async (to: string) => demand(await owner.ask(keyPath, { method: 'PATCH', body: { status: to } }), 200);
  expect(await status()).toBe(200);
  await turn('inactive');
  expect(await status()).toBe(401);
  await turn('active');
  expect(await status()).toBe(200);
  const [wrong] = await send({ ...signer, secret: 'x'.repeat(40) }, [asked]);
  expect(wrong).toMatchObject({ status: 401, text: expect.stringContaining('does not match') });
}

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

describe.each(Object.keys(signers))('%s', async (name) => {
  const module = await import(name).catch(() => undefined);
  const send: Send = (...given) => withPackage(name, module)(...given);
  // A body's fields have no place in a signed query of these packages.
  test.skipIf(!module)('reads in the header and the query form', async () => {
    await expectAnswers(send, casesIn('header', reads));
    await expectAnswers(send, casesIn('query', reads));
  });
  test.skipIf(!module)('writes, and is out when its key is', async () => {
    await expectAnswers(send, casesIn('header', writes));
    await expectRevocation(send);
  });
});

describe('botocore', () => {
  const installed = has('python3', '-c', 'import botocore');
  test.skipIf(!installed)('reads in the header and the query form', async () => {
    // It signs a plus sign in the query verbatim, and sends it so.
    await expectAnswers(botocore, casesIn('header', reads));
    await expectAnswers(botocore, casesIn('query', reads));
  });
  test.skipIf(!installed)('writes, and is out when its key is', async () => {
    await expectAnswers(botocore, casesIn('header', writes));
    await expectRevocation(botocore);
  });
});

describe('curl --aws-sigv4', () => {
  const installed = has('curl', '--aws-sigv4', 'aws:amz:in-mum:svc', '--version');
  test.skipIf(!installed)('reads, writes, and is out when its key is', async () => {
    await expectAnswers(curl, casesIn('header', reads));
    await expectAnswers(curl, casesIn('header', writes));
    await expectRevocation(curl);
  });
});
