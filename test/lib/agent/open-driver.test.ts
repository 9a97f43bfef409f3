import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDriver } from '#lib/agent/open-driver.ts';
import type { DriverChoice } from '#lib/runtime/registry.ts';
import { type DriverHome, driverHome } from '#test/lib/runtime/support/driver-home.ts';
import { machineSpec } from '#test/lib/runtime/support/machine-spec.ts';
import { refusal } from '#test/lib/runtime/support/refusal.ts';

describe('openDriver', () => {
  let home: DriverHome;
  beforeEach(async () => {
    home = await driverHome();
  });
  afterEach(() => home.remove());

  it('says how a missing guest image is made', async () => {
    const options = {
      dir: home.dir,
      systemDir: home.systemDir,
      timeScale: 1,
      publicIp: '127.0.0.1',
      log: () => undefined,
    };
    const guestImage = join(home.dir, 'nowhere');
    expect(await refusal(() => openDriver('qemu', { ...options, guestImage }))).toEqual({
      code: 'UNSUPPORTED',
      message: `there is no guest image in ${guestImage}: \`npm run qemu:install\` builds it`,
    });
  });

  it('refuses unknown kinds in one sentence', async () => {
    expect(await refusal(() => home.open('docker' as DriverChoice))).toEqual({
      code: 'UNSUPPORTED',
      message: 'there is no driver "docker": use auto, container, process, qemu, simulated',
    });
  });

  it('finds a driver that works by itself', async () => {
    const driver = await home.open('auto');
    expect(['container', 'process']).toContain(driver.kind);
    // Besides, it says what its machines' users lie on, or why they have none.
    const others = home.logged.filter(
      (line) => !/^(the image of this host is made|(new )?machines have one user)/.test(line),
    );
    expect(others).toHaveLength(driver.kind === 'container' ? 0 : 1);
    await driver.close();
  });

  it.each(['container', 'process', 'simulated'] as const)(
    'says in one sentence that %s cannot use a file as its folder',
    async (kind) => {
      await writeFile(home.dir, '');
      const { message } = await refusal(() => home.open(kind));
      expect(message).toMatch(/^[^\n]+$/);
      expect(message).toContain(home.dir);
    },
  );

  it('gives no machine an id that leads out of its folder', async () => {
    const driver = await home.open('process');
    for (const id of ['../other', '', '.', '..', 'a/b', 'a\0b', '-rf', 'x'.repeat(200)]) {
      expect((await refusal(() => driver.destroy(id))).code).toBe('INVALID');
      expect((await refusal(async () => driver.create(await machineSpec('x', { id })))).code).toBe('INVALID');
    }
    expect(await driver.list()).toEqual([]);
    await driver.close();
  });

  it('refuses a spec that it cannot honour, and keeps nothing of it', async () => {
    const driver = await home.open('process');
    const image = driver.images()[0]?.id ?? '';
    const spec = await machineSpec(image);
    for (const wrong of [
      { ...spec, image_id: 'windows-3.11' },
      { ...spec, authorized_keys: ['rubbish'] },
      { ...spec, name: 'a;reboot' },
      { ...spec, private_ip: '10.20.0.5/20' },
      { ...spec, vpc: { ...spec.vpc, cidr: '10.20.0.0' } },
      { ...spec, vpc: { ...spec.vpc, gateway: 'gateway' } },
    ]) {
      expect((await refusal(() => driver.create(wrong))).code).toBe('INVALID');
    }
    expect(await driver.list()).toEqual([]);
    await driver.close();
  });
});
