import { describe, expect, test } from 'vitest';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as ticket } from '#functions/compute/instances/console-ticket.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { imported } from '#test/support/compute/certificates.ts';
import { driverWords } from '#test/support/compute/driver-words.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

type Driver = keyof typeof driverWords;

/** An account at a platform whose one host has this driver. */
async function accountOn(driver: Driver): Promise<{ mine: Client; me: Awaited<ReturnType<typeof signedUp>> }> {
  await testTable();
  const me = await signedUp();
  await standInHost({ id: 'host-1', driver, capabilities: [...driverWords[driver]] });
  return { me, mine: clientOf(me) };
}

const outbound = { direction: 'outbound', protocol: 'tcp', port_from: 443 };
const none = (capability: string) => (driver: Driver) =>
  `no host has the capability ${capability} (compute driver: ${driver})`;
const noBalancer = (driver: Driver) =>
  expect.stringContaining(`host host-1 (driver ${driver}) lacks load_balancing; see GET /healthz`);

/** Creations: what is asked for, by whom it is refused, and how. The other drivers take it. */
const creations: [
  what: string,
  ask: (mine: Client) => ReturnType<Client>,
  lacking: Driver[],
  why: (driver: Driver) => unknown,
][] = [
  [
    'user data that is a script',
    (mine) => mine(launch, { body: launchBody({ user_data: '#!/bin/sh\n' }) }),
    [],
    none(''),
  ],
  ['user data that is text', (mine) => mine(launch, { body: launchBody({ user_data: 'key=value' }) }), [], none('')],
  [
    'a #cloud-config',
    (mine) => mine(launch, { body: launchBody({ user_data: '#cloud-config\nruncmd: [true]\n' }) }),
    ['process', 'simulated', 'qemu'],
    none('user_data'),
  ],
  [
    'an outbound rule',
    (mine) => mine(launch, { body: launchBody({ firewall_rules: [outbound] }) }),
    ['process'],
    none('east_west_firewall'),
  ],
  ['an elastic IP', (mine) => mine(allocate, { body: {} }), ['process'], none('elastic_ip')],
  [
    'a load balancer',
    (mine) => mine(createBalancer, { body: { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] } }),
    ['process', 'qemu'],
    noBalancer,
  ],
];

describe.each(Object.keys(driverWords) as Driver[])('on %s', (driver) => {
  test.each(creations)('%s is taken, or refused with what is missing', async (_, ask, lacking, why) => {
    const { mine } = await accountOn(driver);
    const { status, body } = await ask(mine);
    if (lacking.includes(driver)) expect({ status, body }).toEqual({ status: 409, body: { error: why(driver) } });
    else expect([status, body.error]).toEqual([201, undefined]);
  });

  test('a terminal is opened where machines have one', async () => {
    const { me, mine } = await accountOn(driver);
    const machine = await launched(me);
    await putInto(machine, up);
    const { status, body } = await mine(ticket, { params: { id: machine.id } });
    const error = `host host-1 does not have the capability console (compute driver: ${driver})`;
    if (driver === 'simulated') expect({ status, body }).toEqual({ status: 409, body: { error } });
    else expect(status).toBe(201);
  });
});

test('load balancers of the simulated driver serve https, and have no private address', async () => {
  const { me, mine } = await accountOn('simulated');
  const { id } = await imported(me);
  const listeners = [{ protocol: 'https', port: 8443, target_port: 8080, certificate_ids: [id] }];
  const { status, body } = await mine(createBalancer, { body: { name: 'front', listeners } });
  expect([status, body.private_ip]).toEqual([201, null]);
});
