import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import { busyboxLayer, busyboxMissing } from './support/busybox.ts';
import { whereContainersWork } from './support/container-works.ts';
import { type DockerRegistry, dockerRegistry, registryMissing } from './support/docker-registry.ts';
import { type DriverHome, driverHome } from './support/driver-home.ts';
import { machineSpec } from './support/machine-spec.ts';
import { OpenSsh } from './support/openssh.ts';
import { pullRange } from './support/puller.ts';

const lacking = registryMissing ?? busyboxMissing ?? ('missing' in pullRange ? pullRange.missing : null);
if (lacking !== null) process.stderr.write(`images of Debian's docker-registry are not tried: ${lacking}\n`);

await whereContainersWork(() => {
  describe.skipIf(lacking !== null)("an image of Debian's docker-registry, made by umoci and skopeo", () => {
    let registry: DockerRegistry;
    let home: DriverHome;
    let driver: ComputeDriver;
    // Nobody is at this registry of the catalog.
    const registries = { loopback: true, auth: null, catalog: '127.0.0.1:9' };
    beforeAll(async () => {
      registry = await dockerRegistry();
      home = await driverHome();
      driver = await home.open('container', 1, registries);
    });
    afterAll(async () => {
      await driver.close();
      await home.remove();
      await registry.close();
    });

    it('is pulled and boots, and its layout as an archive is the same image', async () => {
      const config = ['--config.env', 'A=b', '--config.cmd', '/bin/sh'];
      const { reference, layout } = registry.push('busybox', busyboxLayer(), config);
      const progress: string[] = [];
      const onProgress = ({
        step,
        done_bytes,
        total_bytes,
      }: {
        step: string;
        done_bytes: number;
        total_bytes: number;
      }) => void progress.push(`${step} ${done_bytes === total_bytes ? 'all' : 'some'}`);
      const image = await driver.imageStore?.pull({ id: 'img-one', source: { registry: reference } }, { onProgress });
      expect(image).toMatchObject({ reference, env: ['A=b'], cmd: ['/bin/sh'], shell: true });
      expect(progress.at(-1)).toBe('downloading all');
      const ssh = await OpenSsh.open();
      const key = await ssh.makeKey('laptop');
      const spec = await machineSpec('img-one', { authorized_keys: [key.line] });
      const { host_key } = await driver.create(spec);
      const { stdout } = await ssh.run({ spec, key, hostKey: host_key, user: 'root' }, 'busybox | head -1; hostname');
      expect(stdout).toMatch(new RegExp(`^BusyBox .*\n${spec.name}\n$`));
      await driver.destroy(spec.id);
      await ssh.close();

      execFileSync('tar', ['-cf', `${layout}.layout.tar`, '-C', layout, '.']);
      const source = { archive: { path: `${layout}.layout.tar` } };
      const again = await driver.imageStore?.pull({ id: 'img-two', source });
      expect(again).toEqual({ ...image, id: 'img-two', reference: null });
      for (const id of ['img-one', 'img-two']) await driver.imageStore?.remove(id);
    });

    it('of the catalog is one of the host from then on, over a restart too', async () => {
      const { reference } = registry.push('alpine', busyboxLayer());
      const offered = () => driver.images().find(({ id }) => id === 'alpine-3.22');
      expect(offered()).toMatchObject({ available: false, pulled: false });
      const image = { id: 'alpine-3.22', source: { registry: reference, catalog: true } };
      expect(await driver.imageStore?.pull(image)).toMatchObject({ default_user: 'alpine' });
      expect(offered()).toMatchObject({ available: true, pulled: true, reason: null });
      await driver.close();
      driver = await home.open('container', 1, registries);
      expect(offered()).toMatchObject({ available: true, pulled: true, reason: null });
      await driver.imageStore?.remove('alpine-3.22');
      expect(offered()).toMatchObject({ available: false, pulled: false });
    });
  });
});
