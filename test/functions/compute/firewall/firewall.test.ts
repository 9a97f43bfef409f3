import { beforeEach, expect, test } from 'vitest';
import { handler as add } from '#functions/compute/firewall/add.ts';
import { handler as remove } from '#functions/compute/firewall/delete.ts';
import { handler as list } from '#functions/compute/firewall/list.ts';
import { handler as replace } from '#functions/compute/firewall/replace.ts';
import { settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import { describeMachine } from '#lib/domain/compute/jobs/describe.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { getFirewall } from '#lib/store/compute/firewalls.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';

let me: SignedUp;
let mine: Client;
let host: StandInHost;
let instance: Instance;
beforeEach(async () => {
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  host = await standInHost();
  instance = await launched(me);
});

const at = () => ({ id: instance.id });
const web = { direction: 'inbound', protocol: 'tcp', port_from: 80 };
const make = (rule: object = web) => mine(add, { params: at(), body: rule });
const rules = async (query = {}) => (await mine(list, { params: at(), query })).body.rules;
const spec = () => describeMachine(me.account_id, instance.id);

test('an instance begins with SSH from anywhere and everything from its VPC', async () => {
  const { status, headers, body } = await mine(list, { params: at(), query: { sort: 'created_at' } });
  expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: '"v1"' });
  expect(body).toMatchObject({ next_cursor: '', default_inbound: 'deny', default_outbound: 'allow' });
  const found = Object.fromEntries(body.rules.map((rule: { protocol: string }) => [rule.protocol, rule]));
  const whose = { account_id: me.account_id, instance_id: instance.id, direction: 'inbound', origin: 'default' };
  expect(body.rules).toHaveLength(2);
  expect(found.tcp).toMatchObject({ ...whose, port_from: 22, port_to: 22, cidrs: ['0.0.0.0/0'] });
  expect(found.all).toMatchObject({ ...whose, port_from: null, port_to: null, cidrs: ['10.20.0.0/20'] });
});

test('a rule is added, shown, obeyed and deleted', async () => {
  const made = await make({ ...web, port_to: 443, cidrs: ['203.0.113.0/24', '2001:DB8:0::/32'], description: 'web' });
  expect(made).toMatchObject({ status: 201, headers: { etag: '"v2"' } });
  expect(made.body).toEqual({
    id: expect.stringMatching(/^fwr-[0-9a-z]{26}$/),
    account_id: me.account_id,
    instance_id: instance.id,
    direction: 'inbound',
    protocol: 'tcp',
    port_from: 80,
    port_to: 443,
    cidrs: ['203.0.113.0/24', '2001:db8::/32'],
    description: 'web',
    origin: 'user',
    created_at: expect.stringMatching(/Z$/),
    updated_at: made.body.created_at,
  });
  expect(await rules({ origin: 'user' })).toEqual([made.body]);
  expect((await spec())?.firewall.inbound).toContainEqual({
    protocol: 'tcp',
    port_from: 80,
    port_to: 443,
    cidrs: ['203.0.113.0/24', '2001:db8::/32'],
  });
  expect(await openJobs(host.id)).toMatchObject([{ kind: 'configure', instance_id: instance.id }]);

  const gone = await mine(remove, { params: { ...at(), rule_id: made.body.id } });
  expect(gone).toMatchObject({ status: 200, body: { id: made.body.id, deleted: true } });
  expect(await rules({ origin: 'user' })).toEqual([]);
  expect((await mine(remove, { params: { ...at(), rule_id: made.body.id } })).body.error).toBe(
    `firewall rule ${made.body.id} not found`,
  );
});

test('those it begins with can be deleted as well', async () => {
  for (const { id } of await rules()) {
    expect((await mine(remove, { params: { ...at(), rule_id: id } })).status).toBe(200);
  }
  expect((await spec())?.firewall).toEqual({ inbound: [], outbound: null });
});

test('the first outbound rule closes the rest', async () => {
  await make({ direction: 'outbound', protocol: 'udp', port_from: 53, cidrs: ['9.9.9.9/32'] });
  const { body } = await mine(list, { params: at(), query: { direction: 'outbound' } });
  expect(body).toMatchObject({ default_outbound: 'deny', rules: [{ port_from: 53, port_to: 53 }] });
  expect((await spec())?.firewall.outbound).toEqual([
    { protocol: 'udp', port_from: 53, port_to: 53, cidrs: ['9.9.9.9/32'] },
  ]);
});

test('rules are replaced as one; those that stay keep their id', async () => {
  const kept = (await make({ ...web, description: 'old' })).body;
  const ssh = { direction: 'inbound', protocol: 'tcp', port_from: 22, cidrs: ['198.51.100.7/32'] };
  const body = { rules: [ssh, { ...web, description: 'new' }] };
  const { status, headers, body: next } = await mine(replace, { params: at(), body });
  expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: '"v3"' });
  expect(next).toMatchObject({ next_cursor: '', default_inbound: 'deny', default_outbound: 'allow' });
  expect(next.rules).toMatchObject([
    { port_from: 22, cidrs: ['198.51.100.7/32'], origin: 'user' },
    { id: kept.id, description: 'new', created_at: kept.created_at },
  ]);
  expect((await spec())?.firewall.inbound).toHaveLength(2);
  const again = await mine(replace, { params: at(), body });
  expect(again).toMatchObject({ status: 200, headers: { etag: '"v3"' }, body: next });
  const twins = { rules: [web, ssh, { ...web, port_to: 80 }] };
  expect(await mine(replace, { params: at(), body: twins })).toMatchObject({
    status: 400,
    body: { error: 'rules[2]: is identical to rules[0] (each flow once)' },
  });
  const wrong = { rules: [web, { ...ssh, cidrs: ['10.0.0.1/8'] }] };
  expect((await mine(replace, { params: at(), body: wrong })).body.error).toBe(
    'rules[1].cidrs[0]: "10.0.0.1/8" has host bits set (did you mean 10.0.0.0/8?)',
  );
});

test('If-Match guards every change', async () => {
  const { id } = (await make()).body;
  const headers = { 'if-match': '"v1"' };
  expect((await mine(add, { params: at(), headers, body: { ...web, port_from: 81 } })).status).toBe(412);
  expect((await mine(replace, { params: at(), headers, body: { rules: [] } })).status).toBe(412);
  expect((await mine(remove, { params: { ...at(), rule_id: id }, headers })).status).toBe(412);
  expect((await mine(remove, { params: { ...at(), rule_id: id }, headers: { 'if-match': '"v2"' } })).status).toBe(200);
});

test('rules change in every status but terminating and terminated, and end with the instance', async () => {
  for (const status of ['running', 'stopped', 'stopping', 'error', 'restoring'] as const) {
    await putInto(instance, { ...up, status });
    expect((await mine(replace, { params: at(), body: { rules: [{ ...web, description: status }] } })).status).toBe(
      200,
    );
  }
  const [rule] = await rules();
  const operation = { id: newId('operation', new Date()), kind: 'terminate' } as const;
  await putInto(instance, { status: 'terminating', operation });
  const refusal = {
    status: 409,
    headers: { 'x-error-code': 'wrong_state' },
    body: { error: `instance ${instance.id} is terminating; its firewall can no longer be changed` },
  };
  expect(await make({ ...web, port_from: 8080 })).toMatchObject(refusal);
  expect(await mine(replace, { params: at(), body: { rules: [] } })).toMatchObject(refusal);
  expect(await mine(remove, { params: { ...at(), rule_id: rule.id } })).toMatchObject(refusal);
  await settleTerminated({
    operation: operation.id,
    account_id: me.account_id,
    instance_id: instance.id,
    options: {},
  });
  expect((await recordOf(instance)).status).toBe('terminated');
  expect(await rules()).toEqual([]);
  expect(await getFirewall(me.account_id, instance.id)).toBeUndefined();
});
