import { describe, expect, test } from 'vitest';
import { handler as createAsg } from '#functions/compute/asg/create.ts';
import { handler as showAsg } from '#functions/compute/asg/show.ts';
import { handler as updateAsg } from '#functions/compute/asg/update.ts';
import { handler as list } from '#functions/compute/firewall/list.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import type { FirewallRule as Rule } from '#lib/model/compute/firewall.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { me, mine, useOwner } from '#test/functions/compute/owner.ts';
import { refusal } from '#test/support/accounts/iam.ts';
import { asgBody, membersOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { launchBody } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

useOwner();

const web = { direction: 'inbound', protocol: 'tcp', port_from: 443, cidrs: ['::/0', '10.0.0.0/8', '::/0'] };
const shown = {
  direction: 'inbound',
  protocol: 'tcp',
  port_from: 443,
  port_to: 443,
  cidrs: ['::/0', '10.0.0.0/8'],
  description: null,
};
/** The firewall of an instance, its rules in the order of their protocols. */
const rulesOf = async (id: string) => {
  const { body } = await mine(list, { params: { id } });
  return { ...body, rules: body.rules.toSorted((a: Rule, b: Rule) => (a.protocol < b.protocol ? -1 : 1)) };
};
const withRules = (firewall_rules: unknown) => mine(launch, { body: launchBody({ firewall_rules }) });

describe('an instance is launched', () => {
  test('with the rules of the request in place of the default ones', async () => {
    const { body, status } = await withRules([web, { direction: 'outbound', protocol: 'udp', port_from: 53 }]);
    expect(status).toBe(201);
    expect(await rulesOf(body.id)).toMatchObject({
      rules: [
        { ...shown, instance_id: body.id, origin: 'user' },
        { direction: 'outbound', protocol: 'udp', port_from: 53, port_to: 53, cidrs: ['0.0.0.0/0'], origin: 'user' },
      ],
      default_inbound: 'deny',
      default_outbound: 'deny',
    });
  });

  test('without any rule where the list is empty', async () => {
    const { body } = await withRules([]);
    expect((await rulesOf(body.id)).rules).toEqual([]);
  });

  test('with the default rules where there is no list', async () => {
    const { body } = await withRules(undefined);
    expect((await rulesOf(body.id)).rules).toMatchObject([
      { protocol: 'all', origin: 'default' },
      { protocol: 'tcp', port_from: 22, port_to: 22, origin: 'default' },
    ]);
  });
});

const refused: [unknown, string][] = [
  [
    [web, { ...web, cidrs: ['10.1.2.3/8'] }],
    'firewall_rules[1].cidrs[0]: "10.1.2.3/8" has host bits set (did you mean 10.0.0.0/8?)',
  ],
  [
    [{ ...web, protocol: 'icmp' }],
    'firewall_rules[0].port_from: 443 is not allowed with protocol icmp, which has no ports to choose',
  ],
  [[{ ...web, origin: 'default' }], 'unknown field "origin" in firewall_rules[0]'],
  [
    [web, { ...web, cidrs: ['10.0.0.0/8', '::/0'], description: 'again' }],
    'firewall_rules[1]: is identical to firewall_rules[0] (each flow once)',
  ],
  [
    Array.from({ length: 51 }, (_, port) => ({ ...web, port_from: port + 1 })),
    'firewall_rules: must have at most 50 items',
  ],
];

test.each(refused)('neither a launch nor a group takes invalid rules (%#)', async (firewall_rules, error) => {
  const group = await newAsg(me, { desired_capacity: 0 });
  const before = await state();
  for (const reply of [
    await withRules(firewall_rules),
    await mine(createAsg, { body: asgBody({ name: 'other', firewall_rules }) }),
    await mine(updateAsg, { params: { id: group.id }, body: { firewall_rules } }),
  ]) {
    expect([reply.status, reply.body.error]).toEqual([400, error]);
  }
  expect(await state()).toEqual(before);
});

test('409 for an outbound rule where no host filters outbound traffic', async () => {
  await testTable();
  const owner = await signedUp();
  await standInHost({ capabilities: ['ssh'] });
  const group = await newAsg(owner, { desired_capacity: 0 });
  const firewall_rules = [{ direction: 'outbound', protocol: 'tcp' }];
  const { bearer } = owner;
  for (const reply of [
    await mine(launch, { bearer, body: launchBody({ firewall_rules }) }),
    await mine(createAsg, { bearer, body: asgBody({ name: 'other', firewall_rules }) }),
    await mine(updateAsg, { bearer, params: { id: group.id }, body: { firewall_rules } }),
  ]) {
    expect(refusal(reply)).toEqual([
      409,
      'wrong_state',
      'no host has the capability east_west_firewall (compute driver: simulated)',
    ]);
  }
});

test("a group shows its template's rules, and new members are launched with them; null goes back", async () => {
  const group = await newAsg(me, { desired_capacity: 1, firewall_rules: [web] });
  expect(group.firewall_rules).toEqual([shown]);
  await settled(group);
  const [first] = await membersOf(group);
  expect((await rulesOf(first?.id ?? '')).rules).toMatchObject([{ ...shown, origin: 'user' }]);
  const params = { id: group.id };
  const closed = await mine(updateAsg, { params, body: { firewall_rules: [], desired_capacity: 2 } });
  expect(closed.body.firewall_rules).toEqual([]);
  await settled(group);
  const [same, second] = await membersOf(group);
  expect((await rulesOf(same?.id ?? '')).rules).toHaveLength(1);
  expect((await rulesOf(second?.id ?? '')).rules).toEqual([]);
  await mine(updateAsg, { params, body: { firewall_rules: null, desired_capacity: 3 } });
  expect((await mine(showAsg, { params })).body.firewall_rules).toBeNull();
  await settled(group);
  const third = (await membersOf(group)).at(-1);
  expect((await rulesOf(third?.id ?? '')).rules).toMatchObject([{ origin: 'default' }, { origin: 'default' }]);
});
