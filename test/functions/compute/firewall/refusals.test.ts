import { beforeEach, expect, test } from 'vitest';
import { handler as add } from '#functions/compute/firewall/add.ts';
import { handler as remove } from '#functions/compute/firewall/delete.ts';
import { handler as list } from '#functions/compute/firewall/list.ts';
import { handler as replace } from '#functions/compute/firewall/replace.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { launched } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let me: SignedUp;
let mine: Client;
let instance: Instance;
beforeEach(async () => {
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  await standInHost();
  instance = await launched(me);
});

const at = () => ({ id: instance.id });
const web = { direction: 'inbound', protocol: 'tcp', port_from: 80 };
const make = (rule: object = web) => mine(add, { params: at(), body: rule });
const rules = async (query = {}) => (await mine(list, { params: at(), query })).body.rules;

test.each([
  [{ protocol: 'tcp' }, { port_from: null, port_to: null, cidrs: ['0.0.0.0/0'] }],
  [
    { protocol: 'udp', port_from: 1, port_to: 65_535 },
    { port_from: 1, port_to: 65_535 },
  ],
  [{ protocol: 'icmp' }, { port_from: null, port_to: null }],
  [
    { protocol: 'all', port_from: null, port_to: null },
    { port_from: null, port_to: null },
  ],
  [{ protocol: 'tcp', cidrs: ['10.0.0.0/8', '10.0.0.0/8', '::/0'] }, { cidrs: ['10.0.0.0/8', '::/0'] }],
  [{ protocol: 'tcp', cidrs: ['::ffff:1.2.3.4/128'] }, { cidrs: ['::ffff:102:304/128'] }],
])('%j is a rule', async (given, expected) => {
  expect(await make({ direction: 'inbound', ...given })).toMatchObject({ status: 201, body: expected });
});

test.each([
  [{ port_from: 0 }, 'port_from: 0 must be at least 1'],
  [{ port_to: 65_536 }, 'port_to: 65536 must be at most 65535'],
  [{ port_from: 443 }, 'port_to: 80 is below port_from 443', { port_to: 80 }],
  [{ port_from: undefined }, 'port_from: is required with port_to 80', { port_to: 80 }],
  [{ protocol: 'icmp' }, 'port_from: 80 is not allowed with protocol icmp, which has no ports to choose'],
  [{ protocol: 'gre' }, 'protocol: "gre" is not one of tcp, udp, icmp, all'],
  [{ direction: undefined }, 'direction: is required (one of inbound, outbound)'],
  [{ cidrs: ['10.1.2.3/8'] }, 'cidrs[0]: "10.1.2.3/8" has host bits set (did you mean 10.0.0.0/8?)'],
  [{ cidrs: ['2001:db8::1/32'] }, 'cidrs[0]: "2001:db8::1/32" has host bits set (did you mean 2001:db8::/32?)'],
  [{ cidrs: ['10.1.2.3'] }, 'cidrs[0]: "10.1.2.3" has no prefix length (did you mean 10.1.2.3/32?)'],
  [{ cidrs: ['::1'] }, 'cidrs[0]: "::1" has no prefix length (did you mean ::1/128?)'],
  ...[
    '10.0.0.0/33',
    '010.0.0.0/8',
    '10.0.0/8',
    '::/129',
    '1:2:3/16',
    'fe80::1%eth0/128',
    'example.com/32',
    '/',
    '::/0/0',
  ].map(
    (text) =>
      [
        { cidrs: [text] },
        `cidrs[0]: ${JSON.stringify(text)} must be an IPv4 or IPv6 block like 203.0.113.0/24 or 2001:db8::/32`,
      ] as const,
  ),
  [{ cidrs: [] }, 'cidrs: must have at least 1 items'],
  [{ cidrs: Array.from({ length: 21 }, (_, i) => `10.${i}.0.0/16`) }, 'cidrs: must have at most 20 items'],
  [{ description: 'x'.repeat(201) }, /^description: .* must have at most 200 characters$/],
  [{ ports: '80' }, 'unknown field "ports"'],
] as [object, string | RegExp, object?][])('%j is refused with 400', async (change, error, more = {}) => {
  const { status, body } = await make({ ...web, ...change, ...more });
  expect({ status, error: body.error }).toEqual({
    status: 400,
    error: typeof error === 'string' ? error : expect.stringMatching(error),
  });
  expect(await rules()).toHaveLength(2);
});

test('an identical rule is refused, whatever its description and the order of its blocks', async () => {
  const { id } = (await make({ ...web, cidrs: ['10.0.0.0/8', '::/0'], description: 'one' })).body;
  const again = await make({ ...web, port_to: 80, cidrs: ['::/0', '10.0.0.0/8'], description: 'two' });
  expect(again).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'already_exists' },
    body: { error: `an identical rule exists as ${id} on instance ${instance.id}` },
  });
  expect((await make({ ...web, direction: 'outbound', cidrs: ['10.0.0.0/8', '::/0'] })).status).toBe(201);
});

test('of equal rules added at once one stands, and of different ones all', async () => {
  const same = await Promise.all([make(), make(), make()]);
  expect(same.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const ports = [1001, 1002, 1003, 1004];
  const others = await Promise.all(ports.map((port) => make({ ...web, port_from: port })));
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect((await rules({ origin: 'user' })).map((rule: { port_from: number }) => rule.port_from).toSorted()).toEqual([
    1001, 1002, 1003, 1004, 80,
  ]);
});

test('an instance has fifty rules at most', async () => {
  const many = Array.from({ length: 51 }, (_, i) => ({ ...web, port_from: i + 1 }));
  const put = (count: number) => mine(replace, { params: at(), body: { rules: many.slice(0, count) } });
  expect((await put(51)).status).toBe(400);
  expect(await put(50)).toMatchObject({ status: 200, headers: { etag: '"v2"' } });
  expect(await make({ ...web, port_from: 999 })).toMatchObject({
    status: 403,
    headers: { 'x-error-code': 'quota_exceeded' },
    body: { error: `50 of 50 firewall rules of instance ${instance.id} used` },
  });
});

test("another instance's rule is not there, nor is another account's instance", async () => {
  const other = await launched(me);
  const { id: rule_id } = (await make()).body;
  expect(await mine(remove, { params: { id: other.id, rule_id } })).toMatchObject({
    status: 404,
    body: { error: `firewall rule ${rule_id} not found` },
  });
  const theirs = clientOf(await signedUp());
  expect((await theirs(list, { params: at() })).body.error).toBe(`instance ${instance.id} not found`);
  expect((await theirs(add, { params: at(), body: web })).status).toBe(404);
  expect((await theirs(remove, { params: { ...at(), rule_id } })).status).toBe(404);
  expect((await theirs(replace, { params: at(), body: { rules: [] } })).status).toBe(404);
  expect(await rules({ origin: 'user' })).toHaveLength(1);
});

test('a misspelt direction is refused', async () => {
  expect(await mine(list, { params: at(), query: { direction: 'ingress' } })).toMatchObject({
    status: 400,
    body: { error: 'direction: "ingress" is not one of inbound, outbound' },
  });
});

test('an outbound rule is refused where the host would not enforce it', async () => {
  const weak = await standInHost({ driver: 'process', capabilities: ['ssh'], ram_mib: 262_144 });
  const other = await signedUp();
  const theirs = clientOf(other);
  const there = await launched(other);
  const rule = { ...web, direction: 'outbound' };
  const refusal = {
    status: 409,
    headers: { 'x-error-code': 'wrong_state' },
    body: {
      error: `host ${weak.id} does not have the capability east_west_firewall (compute driver: process)`,
    },
  };
  expect(await theirs(add, { params: { id: there.id }, body: rule })).toMatchObject(refusal);
  expect(await theirs(replace, { params: { id: there.id }, body: { rules: [rule] } })).toMatchObject(refusal);
  expect((await theirs(add, { params: { id: there.id }, body: web })).status).toBe(201);
});
