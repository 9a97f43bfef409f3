import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standalone } from '#lib/deploy/npm/standalone.ts';
import { Client } from '#test/support/http/client.ts';
import { startPlatform } from '#test/support/platform/platform.ts';
import { isInstalled, workspace } from '#test/support/terraform/workspace.ts';

/* A provider that has its Node in it, where there is no other. */

const program = fileURLToPath(new URL('../../../lib/deploy/npm/terraform.ts', import.meta.url));

let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'svc-standalone-'));
});
afterAll(() => rm(made, { recursive: true, force: true }));

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('a script runs as a program, with an empty environment and with arguments', () => {
    const path = join(made, 'it');
    const script = "process.stdout.write(JSON.stringify([process.argv.slice(2), require('node:path').sep]));";
    writeFileSync(path, standalone(script), { mode: 0o755 });
    const { status, stdout, stderr } = spawnSync(path, ['one', '--version'], { env: {}, encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, '[["one","--version"],"/"]', '']);
  });

  test.runIf(isInstalled)('Terraform applies and destroys with it, without Node on the path', async () => {
    execFileSync(process.execPath, [program, '--standalone', 'svc.invalid/svc/svc', join(made, 'out')]);
    const bin = join(made, 'bin');
    mkdirSync(bin);
    symlinkSync(
      execFileSync('sh', ['-c', 'command -v terraform'], { encoding: 'utf8' }).trim(),
      join(bin, 'terraform'),
    );
    const config = join(made, 'terraform.rc');
    const mirror = join(made, 'out/mirror');
    writeFileSync(config, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
    const platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01' } });
    const client = await Client.register(platform.baseUrl);
    const env = { PATH: bin, TF_CLI_CONFIG_FILE: config, SVC_ENDPOINT: platform.baseUrl, SVC_TOKEN: client.token };
    const folder = await workspace(env);
    await folder.configure('resource "svc_vpc" "it" {\n  name = "standalone"\n}\n');
    for (const args of [['init'], ['apply', '-auto-approve'], ['destroy', '-auto-approve']]) {
      const { status, output } = await folder.run(...args);
      expect([args, status, output]).toEqual([args, 0, expect.not.stringContaining('Error:')]);
    }
    await Promise.all([folder.remove(), platform.stop()]);
  });
});
