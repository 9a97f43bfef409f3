import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { busyboxLayer, busyboxMissing } from '#test/lib/runtime/support/busybox.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { type NodeRegistry, nodeRegistry } from '#test/lib/runtime/support/node-registry.ts';
import { pullRange } from '#test/lib/runtime/support/puller.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { CrashSite } from '#test/support/crash/site.ts';
import { ask, demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const main = fileURLToPath(new URL('../../lib/local/data/main.ts', import.meta.url));
const lacking = busyboxMissing ?? ('missing' in pullRange ? pullRange.missing : null);
if (lacking !== null) process.stderr.write(`images that are kept are not tried: ${lacking}\n`);

await whereContainersWork(() => {
  describe.skipIf(lacking !== null)('an own image', () => {
    let registry: NodeRegistry;
    let site: CrashSite;
    let id: string;
    let key: string;
    const ssh = new Ssh();
    const kept = mkdtempSync(join(tmpdir(), 'svc-kept-'));
    beforeAll(async () => {
      registry = await nodeRegistry();
      site = await CrashSite.open({ SVC_COMPUTE: 'container' });
      const body = { name: 'laptop', public_key: await ssh.publicKey() };
      ({ id: key } = await site.client.api.importSshKey({ body }));
      const source = { registry: registry.push('kept', [busyboxLayer([{ name: 'etc/kept', body: 'by digest' }])]) };
      ({ id } = await site.client.api.createImage({ body: { name: 'kept', source } }));
      await eventually(async () => (await site.client.api.getImage({ id })).available);
      // From here on nothing can come from there.
      await registry.close();
    });
    afterAll(async () => {
      await site.stop();
      site.remove();
      ssh.close();
      rmSync(kept, { recursive: true, force: true });
    });
    const dev = (path: string) => ask(site.platform.baseUrl, `/dev${path}`, { method: 'POST' });
    const launched = async (name: string) => {
      const machine = await site.client.launch({ name, image_id: id, ssh_key_id: key });
      const running = await site.client.until(machine.id, 'running');
      const said = await ssh.run(running, 'cat /etc/kept');
      await site.client.operate(machine.id, 'terminate');
      return said;
    };

    it('is in a saved state, also where there is no machine', async () => {
      const { digest } = await site.client.api.getImage({ id });
      demand(await dev('/state/with'), 200);
      await site.client.api.deleteImage({ id });
      await eventually(async () => (await site.client.get(`/compute/images/${id}`)).status === 404);
      demand(await dev('/state/with/load'), 200);
      expect(await site.client.api.getImage({ id })).toMatchObject({ digest, available: true });
      expect(await launched('loaded')).toBe('by digest');
    });

    it('is in a backup, and launched from where that is restored', async () => {
      await site.stop();
      const data = (folder: string, ...words: string[]) =>
        execFileSync(process.execPath, [main, ...words], { env: { ...process.env, SVC_DATA_DIR: folder } });
      data(site.dataDir, 'backup', join(kept, 'backup'));
      data(site.dataDir, 'reset', '--yes');
      data(site.dataDir, 'restore', join(kept, 'backup'));
      await site.restart();
      expect(await launched('restored')).toBe('by digest');
    });
  });
});
