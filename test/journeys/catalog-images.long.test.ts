import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Image } from '#lib/model/compute/image.ts';
import type { PlatformImage } from '#lib/model/compute/platform-image.ts';
import { busyboxLayer, busyboxMissing } from '#test/lib/runtime/support/busybox.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { type DockerRegistry, dockerRegistry, registryMissing } from '#test/lib/runtime/support/docker-registry.ts';
import { type NodeRegistry, nodeRegistry, type Reply } from '#test/lib/runtime/support/node-registry.ts';
import { pullRange } from '#test/lib/runtime/support/puller.ts';
import { commandLine } from '#test/support/clients/cli.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { CrashSite, filesOf } from '#test/support/crash/site.ts';
import { passphrase } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const alpine = 'alpine-3.22';
const lacking = registryMissing ?? busyboxMissing ?? ('missing' in pullRange ? pullRange.missing : null);
if (lacking !== null) process.stderr.write(`images of the catalog are not pulled: ${lacking}\n`);

/** A platform whose catalog is in this registry, and a key of its user's. */
async function openSite(registry: string): Promise<{ site: CrashSite; ssh: Ssh; key: string }> {
  const site = await CrashSite.open({ SVC_COMPUTE: 'container', SVC_IMAGE_REGISTRY: registry });
  const ssh = new Ssh();
  const { id } = await site.client.api.importSshKey({ body: { name: 'laptop', public_key: await ssh.publicKey() } });
  return { site, ssh, key: id };
}

const shown = (site: CrashSite, id = alpine): Promise<Image> => site.client.api.getImage({ id });
const pullable = (site: CrashSite) => eventually(async () => (await shown(site)).available);

await whereContainersWork(() => {
  describe.skipIf(lacking !== null)("an image of the catalog in Debian's docker-registry", () => {
    let registry: DockerRegistry;
    let site: CrashSite;
    let ssh: Ssh;
    let key: string;
    let reference: string;
    beforeAll(async () => {
      registry = await dockerRegistry();
      ({ reference } = registry.push('mirror/library/alpine', busyboxLayer(), [], '3.22'));
      ({ site, ssh, key } = await openSite(`${registry.host}/mirror`));
    });
    afterAll(async () => {
      await site?.stop();
      site?.remove();
      ssh?.close();
      await registry.close();
    });

    it('is pulled at its first launch, and is there from then on', async () => {
      await pullable(site);
      expect(await shown(site)).toMatchObject({ pulled: false, source: { registry: reference }, digest: null });
      const { images } = await site.client.api.listImages();
      expect(images[0]).toMatchObject({ pulled: true });
      const machine = await site.client.launch({ name: 'first', image_id: alpine, ssh_key_id: key });
      const running = await site.client.until(machine.id, 'running');
      expect(running).toMatchObject({ image_id: alpine, status_reason: null });
      expect(await ssh.run(running, 'busybox | head -1', 'alpine')).toMatch(/^BusyBox /);
      await expect
        .poll(() => shown(site))
        .toMatchObject({
          ...{ pulled: true, default_user: 'alpine', architecture: 'x86_64', shell: true, package_manager: null },
          digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          size_bytes: expect.any(Number),
        });
      await site.client.operate(machine.id, 'terminate');
    });

    it('is not removed while a machine is made of it, and then is, by the command line of the laptop', async () => {
      const svc = await commandLine(site.client.baseUrl);
      await svc(['login', site.client.email, '--password-stdin'], { input: `${passphrase}\n` });
      const hostsImages = async (): Promise<PlatformImage[]> => (await svc.json('platform', 'list-images')).images;
      const machine = await site.client.launch({ name: 'second', image_id: alpine });
      await site.client.until(machine.id, 'running');
      const refused = await svc(['platform', 'remove-image', alpine, '--yes']);
      expect(refused.err).toContain(`image ${alpine} of host local is used by ${machine.id}`);
      await site.client.operate(machine.id, 'terminate');
      expect(await svc.json('platform', 'remove-image', alpine, '--yes')).toMatchObject({ status: 'removing' });
      await expect.poll(() => shown(site)).toMatchObject({ pulled: false, available: true, digest: null });
      await expect.poll(() => filesOf(site.dataDir, 'images').filter((name) => name.length === 64)).toEqual([]);

      writeFileSync(join(svc.home, 'rootfs.tar.zst'), zstdCompressSync(busyboxLayer()));
      const source = ['--source-path', 'rootfs.tar.zst'];
      expect(await svc.json('platform', 'import-image', 'ubuntu-22.04', ...source)).toMatchObject({
        status: 'importing',
      });
      await expect
        .poll(hostsImages)
        .toContainEqual(
          expect.objectContaining({ image_id: 'ubuntu-22.04', status: 'available', origin: 'store', shell: true }),
        );
      const imported = await site.client.launch({ name: 'third', image_id: 'ubuntu-22.04', ssh_key_id: key });
      await site.client.until(imported.id, 'running');
      expect(await ssh.run(imported, 'busybox | head -1', 'ubuntu')).toMatch(/^BusyBox /);
      await site.client.operate(imported.id, 'terminate');

      expect((await svc(['platform', 'pull-image', 'debian-12'])).code).toBe(0);
      await expect.poll(hostsImages).toContainEqual(
        expect.objectContaining({
          ...{ image_id: 'debian-12', status: 'error' },
          status_reason: expect.stringMatching(/^pull image failed: .* mirror\/library\/debian:12 is not there/),
        }),
      );
      await svc.end();
    });

    it('that the registry has not ends its launch with that sentence', async () => {
      const machine = await site.client.launch({ name: 'absent', image_id: 'almalinux-9' });
      expect(await site.client.until(machine.id, 'error')).toMatchObject({
        status_reason: expect.stringMatching(/^launch failed: .* mirror\/library\/almalinux:9 is not there/),
      });
    });
  });

  describe.skipIf(lacking !== null)('a platform that is killed while a launch pulls', () => {
    let registry: NodeRegistry;
    let site: CrashSite;
    let ssh: Ssh;
    beforeAll(async () => {
      registry = await nodeRegistry();
      registry.push('library/alpine', [busyboxLayer()]);
      registry.replies.set(
        'library/alpine/manifests/3.22',
        registry.replies.get('library/alpine/manifests/latest') ?? '',
      );
      ({ site, ssh } = await openSite(registry.host));
    });
    afterAll(async () => {
      await site?.stop();
      site?.remove();
      ssh?.close();
      await registry.close();
    });
    const names = (part: string) => filesOf(site.dataDir, part);
    /** Without the image of the host's own system. */
    const left = () => [...names('images').filter((name) => !/^[0-9a-f]{16}$/.test(name)), ...names('image-records')];

    it('leaves nothing half, and the launch goes on with the next start', async () => {
      await pullable(site);
      const [path = '', layer] = [...registry.replies]
        .filter(([name]) => name.includes('/blobs/'))
        .sort(([, a], [, b]) => (b as Buffer).length - (a as Buffer).length)[0] as [string, Reply];
      const begun = Promise.withResolvers<void>();
      registry.replies.set(path, (_request, response) => {
        response.write((layer as Buffer).subarray(0, 100_000));
        begun.resolve();
      });
      const { id } = await site.client.launch({ name: 'cut', image_id: alpine }, { wait: 0 });
      await begun.promise;
      await site.crash();
      expect(names('image-records')).toEqual([]);
      registry.replies.set(path, layer);
      await site.restart();
      expect(await site.client.until(id, 'running')).toMatchObject({ image_id: alpine });
      await expect.poll(left).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), `${alpine}.json`]);
      await site.client.operate(id, 'terminate');
    });
  });
});
