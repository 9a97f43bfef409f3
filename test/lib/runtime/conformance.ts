import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { ComputeDriver, DriverError } from '#lib/runtime/driver.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { type DriverHome, driverHome } from './support/driver-home.ts';
import { someAddress } from './support/guest-net.ts';
import { ALL, MOST_RULES, machineSpec, rule } from './support/machine-spec.ts';
import { refusal } from './support/refusal.ts';

/** How this suite runs a driver. */
export interface Conformance {
  readonly kind: DriverKind;
  readonly timeScale: number;
  /** A machine that was running when the driver was closed, after it is opened again. */
  readonly afterReopen: 'running' | 'stopped';
}

const POLITE = { grace_ms: 2000, force: false };

/** What every driver promises, whatever it runs. */
export function describeConformance({ kind, timeScale, afterReopen }: Conformance): void {
  describe(`${kind} driver conforms`, () => {
    let home: DriverHome;
    let driver: ComputeDriver;
    const spec = (change?: Partial<MachineSpec>) =>
      machineSpec(driver.images().find(({ available }) => available)?.id ?? '', change);

    beforeAll(async () => {
      home = await driverHome();
      driver = await home.open(kind, timeScale);
    });
    afterAll(async () => {
      await driver.close();
      await home.remove();
    });

    it('names itself and offers at least one image', () => {
      expect(driver.kind).toBe(kind);
      expect(driver.images().filter(({ available }) => available)).not.toEqual([]);
      for (const image of driver.images()) expect(image.reason === null).toBe(image.available);
    });

    it('creates a machine once, however often it is asked', async () => {
      const machine = await spec();
      const first = await driver.create(machine);
      expect(await driver.create(machine)).toEqual(first);
      expect(first.ssh_ready).toBe(driver.capabilities().includes('ssh'));
      expect(first.host_key !== null).toBe(first.ssh_ready);
      expect(await driver.status(machine.id)).toBe('running');
      expect((await driver.list()).filter((id) => id === machine.id)).toHaveLength(1);
      await driver.destroy(machine.id);
    });

    it('stops and starts, and keeps the host key', async () => {
      const machine = await spec();
      const first = await driver.create(machine);
      await driver.stop(machine.id, POLITE);
      expect(await driver.status(machine.id)).toBe('stopped');
      await driver.stop(machine.id, POLITE);
      expect(await driver.start(machine)).toEqual(first);
      expect(await driver.start(machine)).toEqual(first);
      expect(await driver.status(machine.id)).toBe('running');
      await driver.stop(machine.id, { grace_ms: 60_000, force: true });
      expect(await driver.status(machine.id)).toBe('stopped');
      await driver.destroy(machine.id);
    });

    it('reboots a running machine, and starts a stopped one when a reboot is repeated', async () => {
      const machine = await spec();
      const first = await driver.create(machine);
      expect(await driver.reboot(machine, POLITE)).toEqual(first);
      expect(await driver.status(machine.id)).toBe('running');
      await driver.stop(machine.id, POLITE);
      expect(await driver.reboot(machine, POLITE)).toEqual(first);
      expect(await driver.status(machine.id)).toBe('running');
      await driver.destroy(machine.id);
    });

    it('destroys a running, a stopped and an absent machine alike', async () => {
      const [running, stopped] = [await spec(), await spec()];
      await driver.create(running);
      await driver.create(stopped);
      await driver.stop(stopped.id, POLITE);
      for (const { id } of [running, stopped, await spec(), running]) {
        await driver.destroy(id);
        expect(await driver.status(id)).toBe('absent');
        expect(await driver.list()).not.toContain(id);
      }
    });

    it('refuses with ABSENT what needs a disk that is not there, and has nothing to stop', async () => {
      const machine = await spec();
      await driver.stop(machine.id, POLITE);
      for (const call of [
        () => driver.start(machine),
        () => driver.reboot(machine, POLITE),
        () => driver.configure(machine),
      ]) {
        expect(await refusal(call)).toEqual({
          code: 'ABSENT',
          message: `machine ${machine.id} has no disk on this host`,
        });
      }
      expect(await driver.status(machine.id)).toBe('absent');
    });

    it('takes other keys, rules and addresses in whatever state, and keeps them', async () => {
      const machine = await spec({ addresses: [someAddress()] });
      const first = await driver.create(machine);
      const outbound = [rule('tcp', 443)];
      const firewall = { inbound: [rule('udp', 53), rule('tcp', 1, 65_535), { ...ALL, cidrs: ['::/0'] }], outbound };
      const changed = { ...machine, firewall, addresses: [someAddress(), someAddress()] };
      const full = { ...machine, firewall: { inbound: MOST_RULES, outbound: null } };
      for (const given of [changed, changed, full, machine, changed]) await driver.configure(given);
      await driver.stop(machine.id, POLITE);
      await driver.configure(machine);
      expect(await driver.status(machine.id)).toBe('stopped');
      expect(await driver.start(changed)).toEqual(first);
      await driver.configure({ ...machine, addresses: [], firewall: { inbound: [], outbound: null } });
      expect(await driver.status(machine.id)).toBe('running');
      await driver.destroy(machine.id);
      expect((await refusal(() => driver.configure(changed))).code).toBe('ABSENT');
    });

    it('breaks a create off when its signal fires, and can be asked again', async () => {
      const machine = await spec();
      const abort = new AbortController();
      const creation = refusal(() => driver.create(machine, { signal: abort.signal }));
      abort.abort();
      expect(await creation).toEqual({ code: 'ABORTED', message: 'the call was aborted' });
      expect(await driver.status(machine.id)).not.toBe('running');
      await driver.create(machine);
      expect(await driver.status(machine.id)).toBe('running');
      expect((await refusal(() => driver.create(machine, { signal: AbortSignal.abort() }))).code).toBe('ABORTED');
      await driver.destroy(machine.id);
    });

    it('destroys a machine that is being created', async () => {
      const machine = await spec();
      // A quick creation on a busy host may have ended before the other call arrives.
      await eventually(async () => {
        const creation = driver.create(machine).then(
          () => undefined,
          (error: DriverError) => error.code,
        );
        await driver.destroy(machine.id);
        expect(await driver.status(machine.id)).toBe('absent');
        expect(await creation).toBeOneOf([undefined, 'ABORTED']);
        return creation;
      });
      await driver.create(machine);
      expect(await driver.status(machine.id)).toBe('running');
      await driver.destroy(machine.id);
    });

    it('does calls on one machine one after the other', async () => {
      const machine = await spec();
      const calls = [
        driver.create(machine),
        driver.stop(machine.id, POLITE),
        driver.start(machine),
        driver.reboot(machine, POLITE),
      ];
      await Promise.all(calls);
      expect(await driver.status(machine.id)).toBe('running');
      await driver.destroy(machine.id);
    });

    it('keeps machines over a close, and refuses calls after it', async () => {
      const [up, down] = [await spec(), await spec()];
      const before = await driver.create(up);
      await driver.create(down);
      await driver.stop(down.id, POLITE);
      await driver.close();
      await driver.close();
      expect((await refusal(() => driver.create(up))).code).toBe('CLOSED');
      driver = await home.open(kind, timeScale);
      expect([...(await driver.list())].sort()).toEqual([up.id, down.id].sort());
      expect(await driver.status(up.id)).toBe(afterReopen);
      expect(await driver.status(down.id)).toBe('stopped');
      expect(await driver.start(up)).toEqual(before);
      for (const { id } of [up, down]) await driver.destroy(id);
    });

    it('says nothing of machines that it was told to stop', async () => {
      const heard: string[] = [];
      const unsubscribe = driver.onPowerOff((id) => heard.push(id));
      const machine = await spec();
      await driver.create(machine);
      await driver.reboot(machine, POLITE);
      await driver.stop(machine.id, POLITE);
      await driver.start(machine);
      await driver.destroy(machine.id);
      unsubscribe();
      expect(heard).toEqual([]);
    });
  });
}
