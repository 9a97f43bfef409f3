import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '#test/support/http/client.ts';
import { startPlatform } from '#test/support/platform/platform.ts';
import { isInstalled, type Workspace, workspace } from '#test/support/terraform/workspace.ts';

/* What `npm run package:terraform` makes, as Terraform installs it from the mirror and starts it. */

const program = fileURLToPath(new URL('../../../lib/deploy/npm/terraform.ts', import.meta.url));

let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'svc-mirror-'));
  execFileSync(process.execPath, [program, 'svc.invalid/svc/svc', join(made, 'out')]);
});
afterAll(() => rm(made, { recursive: true, force: true }));

/** A workspace that installs from the mirror, whose temporary files are in a folder of its own. */
async function mirrored(env: Record<string, string>): Promise<{ folder: Workspace; sockets: () => string[] }> {
  const own = join(made, randomUUID());
  mkdirSync(own);
  const config = join(own, 'terraform.rc');
  const path = join(made, 'out/mirror');
  writeFileSync(config, `provider_installation {\n  filesystem_mirror {\n    path = "${path}"\n  }\n}\n`);
  const folder = await workspace({ ...env, TF_CLI_CONFIG_FILE: config, TMPDIR: own });
  await folder.configure('resource "svc_vpc" "it" {\n  name = "mirrored"\n}\n');
  const { status, output } = await folder.run('init');
  expect([status, output]).toEqual([0, expect.stringContaining('Installed svc.invalid/svc/svc')]);
  return { folder, sockets: () => globSync('svc-terraform-*', { cwd: own }) };
}

test('the sums are those of the files, and what is no source address is refused', () => {
  const registry = join(made, 'out/registry');
  const [sums = ''] = globSync('*_SHA256SUMS', { cwd: registry });
  const lines = readFileSync(join(registry, sums), 'utf8').trim().split('\n');
  const files = lines.map((line) => line.split('  ') as [string, string]);
  expect(files.length).toBe(5);
  for (const [sum, file] of files) {
    expect(
      createHash('sha256')
        .update(readFileSync(join(registry, file)))
        .digest('hex'),
    ).toBe(sum);
  }
  const refused = spawnSync(process.execPath, [program, 'not an address'], { encoding: 'utf8' });
  expect([refused.status, refused.stderr]).toEqual([
    1,
    'source address: "not an address" is none (host/namespace/svc)\n',
  ]);
});

describe.runIf(isInstalled)('Terraform', () => {
  test('installs it from the mirror, applies and destroys with it, and nothing of it is left', async () => {
    const platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01' } });
    const client = await Client.register(platform.baseUrl);
    const { folder, sockets } = await mirrored({ SVC_ENDPOINT: platform.baseUrl, SVC_TOKEN: client.token });
    for (const [command = '', ...args] of [
      ['apply', '-auto-approve'],
      ['plan', '-detailed-exitcode'],
      ['destroy', '-auto-approve'],
    ]) {
      const { status, output } = await folder.run(command, ...args);
      expect([command, status, output]).toEqual([command, 0, expect.not.stringContaining('Error:')]);
    }
    await expect.poll(sockets).toEqual([]);
    await folder.remove();
    await platform.stop();
  });

  test('a killed Terraform leaves no provider and no socket', async () => {
    const asked = Promise.withResolvers<void>();
    const silent = createServer(() => asked.resolve());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { folder, sockets } = await mirrored({ SVC_ENDPOINT: `http://127.0.0.1:${port}`, SVC_TOKEN: 'x' });
    const terraform = folder.start('plan');
    await asked.promise;
    expect(sockets().length).toBe(1);
    terraform.kill('SIGKILL');
    await expect.poll(sockets).toEqual([]);
    silent.closeAllConnections();
    silent.close();
    await folder.remove();
  });

  test('without an endpoint it says which variable is missing', async () => {
    const { folder } = await mirrored({});
    const { status, output } = await folder.run('plan');
    expect([status, output]).toEqual([1, expect.stringContaining('endpoint: is not set (nor is SVC_ENDPOINT)')]);
    await folder.remove();
  });
});
