import { expect, test } from 'vitest';
import { MachinesUp } from '#lib/agent/hosted/machines-up.ts';
import { machineSpec } from '#test/lib/runtime/support/machine-spec.ts';

const spec = await machineSpec('debian-12');
const { id, vpc, private_ip } = spec;
const own = {
  source_ip: private_ip,
  inside: { account_id: spec.facts.account_id, vpc_id: vpc.id, instance_id: id },
};

test('whose a machine is is known while it boots and until it is down', async () => {
  const machines = new MachinesUp();
  expect([machines.sourceOf(id), machines.ids()]).toEqual([undefined, []]);
  const call = async () => [machines.sourceOf(id), machines.ids()];
  expect(await machines.boot(spec, call)).toEqual([own, []]);
  expect([machines.sourceOf(id), machines.ids()]).toEqual([own, [id]]);
  machines.down(id);
  expect([machines.sourceOf(id), machines.ids()]).toEqual([undefined, []]);
});

test('its volumes are known while it runs or boots: those of its boots, and those that it was given since', async () => {
  const machines = new MachinesUp();
  machines.attach(id, 'vol-early');
  const volumes = [{ id: 'vol-1', mount_path: '/mnt/data' }];
  const has = () => ['vol-1', 'vol-2', 'vol-early'].filter((volume) => machines.hasVolume(id, volume));
  expect(await machines.boot({ ...spec, volumes }, async () => has())).toEqual(['vol-1']);
  machines.attach(id, 'vol-2');
  expect(await machines.boot(spec, async () => has())).toEqual(['vol-1', 'vol-2']);
  machines.detach(id, 'vol-1');
  expect([has(), machines.hasVolume('i-other', 'vol-2')]).toEqual([['vol-2'], false]);
  machines.down(id);
  expect(has()).toEqual([]);
});

test('one whose boot waits for its end stays known when it is down, and is up then', async () => {
  const machines = new MachinesUp();
  await machines.boot(spec, async () => true);
  const waits = Promise.withResolvers<true>();
  const booting = machines.boot(spec, () => waits.promise);
  machines.down(id);
  expect([machines.sourceOf(id), machines.ids()]).toEqual([own, []]);
  waits.resolve(true);
  await booting;
  expect([machines.sourceOf(id), machines.ids()]).toEqual([own, [id]]);
  machines.down(id);
  expect(machines.sourceOf(id)).toBeUndefined();
});

test('one that does not boot has no way to the platform', async () => {
  const machines = new MachinesUp();
  await expect(machines.boot(spec, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect([machines.sourceOf(id), machines.ids()]).toEqual([undefined, []]);
  expect(await machines.boot(spec, async () => null)).toBeNull();
  expect([machines.sourceOf(id), machines.ids()]).toEqual([undefined, []]);
});

test('one that was up stays known where its next boot fails, and is not where it went down meanwhile', async () => {
  const machines = new MachinesUp();
  await machines.boot(spec, async () => true);
  const failing = (act?: () => void) =>
    machines.boot(spec, async () => {
      act?.();
      throw new Error('the reboot failed');
    });
  await expect(failing()).rejects.toThrow('the reboot failed');
  expect([machines.sourceOf(id), machines.ids()]).toEqual([own, [id]]);
  await expect(failing(() => machines.down(id))).rejects.toThrow('the reboot failed');
  expect([machines.sourceOf(id), machines.ids()]).toEqual([undefined, []]);
});
