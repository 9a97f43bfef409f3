import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { readObjects, runApiGuide, shellBlocks } from '#test/support/documents/api-guide.ts';
import { ask } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

await whereContainersWork(() => {
  let dir: string;
  let platform: RunningPlatform;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'svc-story-'));
    platform = await startPlatform({ env: { SVC_COMPUTE: 'container' } });
  });
  afterAll(async () => {
    await platform?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it("README's first commands are those of package.json", () => {
    expect(shellBlocks('README.md')[0]).toBe('npm ci && npm start\n');
  });

  it('the story of docs/api.md is true, word for word', async () => {
    const told = await runApiGuide(platform.baseUrl, dir);
    expect(told.status, told.stderr).toBe(0);
    const { TOKEN, KEY, IMAGE, VM, ID, PORT, HOST } = told.variables;
    expect(TOKEN).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(KEY).toMatch(/^key-[0-9a-z]{26}$/);
    expect(IMAGE).toMatch(/^[a-z]+-[0-9.]+$/);
    const launched = JSON.parse(VM ?? '');
    expect(launched).toMatchObject({ id: ID, name: 'web-01', status: 'running', ssh_ready: true, image_id: IMAGE });
    expect(launched).toMatchObject({ ssh_key_ids: [KEY], public_ip: HOST, ssh_port: Number(PORT) });

    const { before, objects } = readObjects(told.stdout);
    const [hostname, ...addresses] = before.trim().split('\n');
    expect(hostname).toBe('web-01');
    const [loopback, own, id] = addresses;
    expect(loopback).toMatch(/^lo .* 127\.0\.0\.1\/8/);
    expect(own).toMatch(/^eth0@\S+ +UP +/);
    expect(own).toContain(` ${launched.private_ip}/`);
    expect(id).toMatch(/^uid=0\(/);
    expect(objects.map(({ id, status }) => [id, status])).toEqual([
      [ID, 'stopped'],
      [ID, 'running'],
      [ID, 'running'],
      [ID, 'terminated'],
    ]);
    // OpenSSH says that it met a new host, and nothing else was complained of.
    expect(told.stderr).toMatch(
      /^Warning: Permanently added '\[[\d.]+\]:\d+' \(ED25519\) to the list of known hosts\.\r?\n$/,
    );
  });

  it('what it leaves is an account with nothing in it', async () => {
    const body = { email: 'curl@example.com', password: 'a long passphrase' };
    const login = await ask(platform.baseUrl, '/auth/login', { method: 'POST', body });
    const token = login.body.access_token;
    const { instances } = (await ask(platform.baseUrl, '/compute/instances', { token })).body;
    expect(instances).toEqual([]);
    const { quotas } = (await ask(platform.baseUrl, '/compute/quotas', { token })).body;
    const used = quotas.filter((quota: { used: number }) => quota.used > 0);
    expect(used.map(({ name, used }: { name: string; used: number }) => [name, used])).toEqual([
      ['vpcs', 1],
      ['ssh_keys', 1],
    ]);
  });
});
