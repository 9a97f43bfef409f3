import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { busyboxLayer } from './support/busybox.ts';
import { AgentFolder, type DriverChild } from './support/driver-child.ts';
import { machineSpec } from './support/machine-spec.ts';
import { digestOf, type NodeRegistry, nodeRegistry } from './support/node-registry.ts';
import { type ClientKey, type Login, OpenSsh } from './support/openssh.ts';
import { refusal } from './support/refusal.ts';
import { tarOf } from './support/tar-of.ts';

/** How a machine that has busybox alone asks about itself, as docs/images.md has it. Its wget goes by the proxy. */
const METADATA = `TOKEN=$(printf 'PUT /v1/token HTTP/1.0\\r\\nHost: 169.254.169.254\\r\\nX-Metadata-Token-TTL-Seconds: 60\\r\\n\\r\\n' |
  nc 169.254.169.254 80 | tail -n 1)
wget -q -O - --header "X-Metadata-Token: $TOKEN" http://169.254.169.254/v1/instance`;

/** Machines made of images; `words` have an ordinary user's agent have a range of ids, and null stands for root's. */
export function describeImageMachines(words: readonly string[] | null): void {
  describe(`machines of images${words ? ', on the platform of an ordinary user' : ''}`, () => {
    let folder: AgentFolder;
    let agent: DriverChild;
    let registry: NodeRegistry;
    let ssh: OpenSsh;
    let key: ClientKey;
    const base = busyboxLayer();
    beforeAll(async () => {
      folder = await AgentFolder.open(words !== null);
      agent = folder.start('container', words ?? []);
      registry = await nodeRegistry();
      ssh = await OpenSsh.open();
      key = await ssh.makeKey('laptop');
    });
    afterAll(async () => {
      await agent.driver.close();
      await agent.kill();
      await registry.close();
      await folder.remove();
      await ssh.close();
    });

    const idOf = () => `img-${randomUUID()}`;
    const pull = (source: Parameters<DriverChild['driver']['pull']>[0]['source'], id = idOf()) =>
      agent.driver.pull({ id, source });
    const boot = async (image: string, change: Partial<MachineSpec> = {}): Promise<Login> => {
      const spec = await machineSpec(image, { authorized_keys: [key.line], ...change });
      return { spec, key, hostKey: (await agent.driver.create(spec)).host_key, user: 'root' };
    };
    const layers = () => readdirSync(join(folder.state('container'), 'images')).filter((name) => name.length === 64);
    const layerOf = (tar: Buffer) => digestOf(tar).replace('sha256:', '');

    it('say what their image is, and are as its maker says', async () => {
      const config = { Env: ['A=b'], WorkingDir: '/data', User: 'app', Entrypoint: ['/bin/app'], Cmd: ['serve'] };
      const reference = registry.push('facts', [base], { config });
      const image = await pull({ registry: reference });
      expect(image).toMatchObject({
        ...{ reference, digest: digestOf(`${registry.replies.get('facts/manifests/latest')}`), default_user: 'root' },
        ...{ env: ['A=b'], working_dir: '/data', user: 'app', entrypoint: ['/bin/app'], cmd: ['serve'] },
        ...{ shell: true, init: null, package_manager: null },
      });
      expect(await agent.driver.stored()).toContainEqual(image);
      await agent.driver.remove(image.id);
    });

    it('boot from busybox: name, user data, terminal, files, reboot, and an end in order', async () => {
      const { id } = await pull({ registry: registry.push('busybox', [base]) });
      const login = await boot(id, { user_data: '#!/bin/sh\necho told by "$IMAGE_USER"\necho ran > /root/ran\n' });
      const { name } = login.spec;
      await expect
        .poll(async () => (await ssh.run(login, 'hostname; cat /root/ran; echo $SHELL; id -u')).stdout)
        .toBe(`${name}\nran\n/bin/sh\n0\n`);
      expect((await ssh.run(login, METADATA)).stdout).toContain(`"name":"${name}"`);
      const terminal = await ssh.run(login, 'tty; exit 3', { tty: true });
      expect(terminal).toMatchObject({ code: 3, stdout: '/dev/pts/0\r\n' });
      const dir = mkdtempSync(join(tmpdir(), 'svc-sftp-'));
      writeFileSync(join(dir, 'batch'), `put ${join(dir, 'batch')} /root/copy\nget /root/copy ${join(dir, 'back')}\n`);
      const place = await ssh.arguments(login.spec, key, login.hostKey);
      execFileSync('sftp', [...place, '-b', join(dir, 'batch'), `root@${login.spec.ssh.host}`], { stdio: 'pipe' });
      expect((await ssh.run(login, 'head -c 3 /root/copy')).stdout).toBe('put');
      rmSync(dir, { recursive: true });
      await agent.driver.reboot(login.spec, { grace_ms: 60_000, force: false });
      expect((await ssh.run(login, 'cat /root/ran')).stdout).toBe('ran\n');
      // By its own words: `sh` of busybox knows no `kill -- -1`.
      await agent.driver.stop(login.spec.id, { grace_ms: 60_000, force: false });
      const log = await agent.driver.consoleLog(login.spec.id, 0);
      expect(JSON.stringify(log)).not.toContain('invalid');
      await agent.driver.destroy(login.spec.id);
      await agent.driver.remove(id);
    });

    it('share layers, which are there once, and stay for as long as something lies on them', async () => {
      const [one, two] = ['one', 'two'].map((text) => tarOf([{ name: 'which', body: text }, { name: 'bin/.wh.vi' }]));
      const first = await pull({ registry: registry.push('one', [base, one ?? base]) });
      const second = await pull({ registry: registry.push('two', [base, two ?? base]) });
      expect(layers().sort()).toEqual([base, one ?? base, two ?? base].map(layerOf).sort());
      const login = await boot(first.id);
      expect((await ssh.run(login, 'cat /which; ls /bin/vi; ls -d /bin/sh')).stdout).toBe('one/bin/sh\n');
      await agent.driver.remove(first.id);
      await agent.driver.remove(second.id);
      expect(layers().sort()).toEqual([base, one ?? base].map(layerOf).sort());
      await agent.driver.stop(login.spec.id, { grace_ms: 0, force: true });
      await agent.driver.start(login.spec);
      expect((await ssh.run(login, 'cat /which')).stdout).toBe('one');
      await agent.driver.destroy(login.spec.id);
      expect(layers()).toEqual([]);
    });

    it('are made of a snapshot, whose files they have and whose machine they do not change', async () => {
      const { id } = await pull({ registry: registry.push('origin', [base]) });
      const login = await boot(id);
      await ssh.run(login, 'echo kept > /etc/kept; rm /bin/vi; mkdir -m 700 /own; chown 10:20 /own');
      const snapshot = `snap-${randomUUID()}`;
      await agent.driver.createSnapshot(login.spec.id, snapshot);
      await agent.driver.destroy(login.spec.id);
      const image = await pull({ snapshot_id: snapshot });
      expect(image.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
      await agent.driver.remove(id);
      await agent.driver.deleteSnapshot(snapshot);
      const other = await boot(image.id);
      const look = 'hostname; cat /etc/kept; ls /bin/vi; stat -c "%a %u %g" /own; ls -d /bin/sh';
      expect((await ssh.run(other, look)).stdout).toBe(`${other.spec.name}\nkept\n700 10 20\n/bin/sh\n`);
      await agent.driver.destroy(other.spec.id);
      await agent.driver.remove(image.id);
      expect(layers()).toEqual([]);
    });

    it('come from an archive of a root file system', async () => {
      const dir = mkdtempSync(join(tmpdir(), 'svc-archive-'));
      chmodSync(dir, 0o755);
      writeFileSync(join(dir, 'root.tar.gz'), gzipSync(busyboxLayer([{ name: 'etc/own', body: 'own' }])));
      const image = await pull({ archive: { path: join(dir, 'root.tar.gz') } });
      rmSync(dir, { recursive: true });
      const gone = () => pull({ archive: { path: join(dir, 'root.tar.gz') } });
      expect((await refusal(gone)).message).toMatch(/^the archive could not be read: ENOENT/);
      expect(image).toMatchObject({ reference: null, shell: true });
      const login = await boot(image.id);
      expect((await ssh.run(login, 'cat /etc/own')).stdout).toBe('own');
      await agent.driver.destroy(login.spec.id);
      await agent.driver.remove(image.id);
    });

    it('are refused without a shell, without a program, and of what is not there', async () => {
      const bare = await pull({ registry: registry.push('bare', [tarOf([{ name: 'app', mode: 0o755, body: 'x' }])]) });
      expect(bare.shell).toBe(false);
      const spec = await machineSpec(bare.id);
      const refused = async (call: () => Promise<unknown>, message: string) =>
        expect(await refusal(call)).toEqual({ code: 'INVALID', message });
      const noShell = `image ${bare.id} has no /bin/sh: it needs run_entrypoint`;
      await refused(() => agent.driver.create(spec), noShell);
      const { id } = await pull({ registry: registry.push('silent', [base]) });
      const running = { ...spec, image_id: id, run_entrypoint: true };
      await refused(() => agent.driver.create(running), `image ${id} has no entrypoint`);
      const missing = () => pull({ registry: `${registry.host}/missing` });
      await refused(missing, `${registry.host}: missing:latest is not there (no such thing)`);
      await agent.driver.remove(bare.id);
      await agent.driver.remove(id);
      expect(layers()).toEqual([]);
    });
  });
}
