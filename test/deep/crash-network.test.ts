import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type CrashPoints, openCrashPoints } from '#test/support/crash/points.ts';
import { sshAnswers } from '#test/support/crash/site.ts';
import { demand } from '#test/support/http/client.ts';

const soon = { prefer: 'wait=25' };
let points: CrashPoints;
let machine: Instance;
let address: ElasticIp;
beforeAll(async () => {
  points = await openCrashPoints();
  const { client } = points.site;
  machine = await client.launch({ name: 'network' });
  address = demand(await client.post('/compute/elastic-ips', { name: 'front' }), 201).body;
});
afterAll(() => points?.close());

const show = async (): Promise<ElasticIp> =>
  demand(await points.site.client.get(`/compute/elastic-ips/${address.id}`), 200).body;
const command = async (verb: 'attach' | 'detach') =>
  demand(await points.site.client.post(`/compute/elastic-ips/${address.id}/${verb}`, bodies()[verb], soon), 200);
const bodies = () => ({ attach: { instance_id: machine.id }, detach: {} });

it.each([
  ['attach', 'detach', 'attached'],
  ['detach', 'attach', 'available'],
] as const)('an elastic IP: %s', async (verb, opposite, done) => {
  const count = await points.everyPoint(async (n, side) => {
    if ((await show()).status === done) await command(opposite);
    const request = { method: 'POST', body: bodies()[verb] };
    const { killed, again } = await points.strike(n, side, `/compute/elastic-ips/${address.id}/${verb}`, request);
    const { status, instance_id } = await show();
    if (again) expect(status).toBe(done);
    const { elastic_ip } = await points.site.client.until(machine.id, 'running');
    expect([instance_id, elastic_ip?.id ?? null]).toEqual(
      status === 'attached' ? [machine.id, address.id] : [null, null],
    );
    const there = { public_ip: address.address, ssh_port: 22 };
    await expect.poll(() => sshAnswers(there), { timeout: 10_000 }).toBe(status === 'attached');
    return killed;
  });
  expect(count).toBeGreaterThan(5);
});

it('a change of the firewall', async () => {
  const path = `/compute/instances/${machine.id}/firewall`;
  const cidrOf = async () => demand(await points.site.client.get(path), 200).body.rules[0].cidrs[0];
  const count = await points.everyPoint(async (n, side) => {
    const [open, closed] = ['0.0.0.0/0', '127.9.9.9/32'];
    const wanted = (await cidrOf()) === open ? closed : open;
    const rule = { direction: 'inbound', protocol: 'tcp', port_from: 22, port_to: 22, cidrs: [wanted] };
    const { killed, again } = await points.strike(n, side, path, { method: 'PUT', body: { rules: [rule] } });
    const now = await cidrOf();
    if (again) expect(now).toBe(wanted);
    const { public_ip, ssh_port } = await points.site.client.until(machine.id, 'running');
    await expect.poll(() => sshAnswers({ public_ip, ssh_port }), { timeout: 10_000 }).toBe(now === open);
    return killed;
  });
  expect(count).toBeGreaterThan(3);
});
