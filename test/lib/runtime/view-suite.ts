// biome-ignore lint/plugin: counters are looked at while a machine works
import { setTimeout as wait } from 'node:timers/promises';
import ssh2 from 'ssh2';
import { describe, expect, it } from 'vitest';
import type { MachineSample } from '#lib/runtime/driver-view.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { refusal } from './support/refusal.ts';
import { useSshMachines } from './support/ssh-machines.ts';

/** What can be seen of machines from their host: what they use, and their terminals. */
export function describeView(kind: DriverKind): void {
  describe(`${kind} machines are seen from the host`, () => {
    const at = useSshMachines(kind);
    const sampleOf = async (id: string): Promise<MachineSample> => {
      const sample = (await at().driver.samples()).find((one) => one.id === id);
      if (!sample) throw new Error(`no sample of ${id}`);
      return sample;
    };

    it('samples machines that are up, and no others', async () => {
      const { driver, boot } = at();
      const { spec } = await boot({ cpu: 2, ram_mib: 2048 });
      expect(driver.capabilities()).toEqual(expect.arrayContaining(['metrics', 'console']));
      const sample = await sampleOf(spec.id);
      expect(sample).toMatchObject({ id: spec.id, cpus: 2, ram_mib: 2048 });
      expect(sample.ram_used_mib).toBeGreaterThan(0);
      expect(sample.ram_used_mib).toBeLessThan(100);
      const { boot: first } = sample;
      await driver.reboot(spec, { grace_ms: 0, force: true });
      expect((await sampleOf(spec.id)).boot).not.toBe(first);
      await driver.stop(spec.id, { grace_ms: 0, force: true });
      expect((await driver.samples()).filter(({ id }) => id === spec.id)).toEqual([]);
      await driver.destroy(spec.id);
    });

    it('counts what a machine uses to it alone, and never backwards', async () => {
      const { ssh, boot, driver } = at();
      const [busy, calm] = [await boot(), await boot()];
      const before = [await sampleOf(busy.spec.id), await sampleOf(calm.spec.id)] as const;
      const spin = 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done';
      const work = ssh.run(busy, `(${spin}); dd if=/dev/zero of="$HOME/blob" bs=1M count=20 2>/dev/null; sleep 1`);
      let last = before[0];
      for (let look = 0; look < 6; look += 1) {
        await wait(150);
        const sample = await sampleOf(busy.spec.id);
        for (const counter of ['cpu_seconds', 'disk_read_bytes', 'disk_write_bytes', 'taken_ms'] as const) {
          expect(sample[counter]).toBeGreaterThanOrEqual(last[counter]);
        }
        last = sample;
      }
      await work;
      const after = [await sampleOf(busy.spec.id), await sampleOf(calm.spec.id)] as const;
      expect(after[0].cpu_seconds - before[0].cpu_seconds).toBeGreaterThan(0.1);
      expect(after[1].cpu_seconds - before[1].cpu_seconds).toBeLessThan(0.1);
      for (const { spec } of [busy, calm]) await driver.destroy(spec.id);
    });

    it('sees memory that a machine holds', async () => {
      const { ssh, boot, driver } = at();
      const login = await boot();
      const before = await sampleOf(login.spec.id);
      const holding = await ssh.start(login, [], ['x=$(head -c 60000000 /dev/zero | tr "\\0" x); echo up; read _']);
      await new Promise((said) => holding.stdout?.once('data', said));
      const { ram_used_mib } = await sampleOf(login.spec.id);
      expect(ram_used_mib - before.ram_used_mib).toBeGreaterThan(50);
      holding.stdin?.end('\n');
      await new Promise((ended) => holding.once('close', ended));
      await driver.destroy(login.spec.id);
    });

    it('sees what a machine has on its disk', async () => {
      const { ssh, boot, driver } = at();
      const login = await boot({ disk_gib: 2 });
      await ssh.run(login, 'head -c 60000000 /dev/urandom > "$HOME/blob"; sync "$HOME/blob"');
      const held = async () => (await sampleOf(login.spec.id)).disk_used_mib ?? 0;
      await expect.poll(held).toBeGreaterThan(57);
      expect(await sampleOf(login.spec.id)).toMatchObject({ disk_gib: 2 });
      expect(await held()).toBeLessThan(400);
      await driver.destroy(login.spec.id);
    });

    it('opens a terminal for one connection’s own key, whatever the machine’s keys and rules are', async () => {
      const { driver, boot, user } = at();
      const { spec, hostKey } = await boot({ authorized_keys: [], firewall: { inbound: [], outbound: null } });
      const line = await driver.console(spec.id);
      expect(line.user).toBe(user);
      const seen = await new Promise<string>((resolve, reject) => {
        const client = new ssh2.Client();
        let offered = '';
        client.on('error', reject);
        client.on('ready', () =>
          client.exec('echo "$USER"', (error, channel) => {
            if (error) return reject(error);
            let said = '';
            channel.on('data', (data: Buffer) => {
              said += data;
            });
            channel.on('close', () => {
              client.end();
              resolve(`${offered} ${said.trim()}`);
            });
          }),
        );
        client.connect({
          sock: line.stream as never,
          username: line.user,
          privateKey: line.private_key,
          hostVerifier: (key: Buffer) => {
            offered = `ssh-ed25519 ${key.toString('base64')}`;
            return true;
          },
        });
      });
      expect(seen).toBe(`${hostKey} ${user}`);
      const other = await driver.console(spec.id);
      expect(other.private_key).not.toBe(line.private_key);
      other.stream.destroy();
      await expect(loginWith(spec.ssh, user, line.private_key)).rejects.toThrow();
      await driver.stop(spec.id, { grace_ms: 0, force: true });
      expect(await refusal(() => driver.console(spec.id))).toEqual({
        code: 'ABSENT',
        message: `machine ${spec.id} is not running`,
      });
      await driver.destroy(spec.id);
    });

    it('lets the key of one connection into no other', async () => {
      const { driver, boot, user } = at();
      const { spec } = await boot();
      const [one, other] = [await driver.console(spec.id), await driver.console(spec.id)];
      const login = new Promise<void>((resolve, reject) => {
        const client = new ssh2.Client();
        client.on('error', reject).on('ready', () => resolve());
        client.connect({ sock: other.stream as never, username: user, privateKey: one.private_key });
      });
      await expect(login).rejects.toThrow('All configured authentication methods failed');
      for (const { stream } of [one, other]) stream.destroy();
      await expect(loginWith(spec.ssh, user, one.private_key)).rejects.toThrow(
        'All configured authentication methods failed',
      );
      await driver.destroy(spec.id);
    });
  });
}

function loginWith({ host, port }: { host: string; port: number }, username: string, privateKey: string) {
  return new Promise<void>((resolve, reject) => {
    const client = new ssh2.Client();
    client.on('error', reject).on('ready', () => resolve());
    client.connect({ host, port, username, privateKey });
  });
}
