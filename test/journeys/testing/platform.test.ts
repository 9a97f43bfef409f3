import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ControlError, StartError, startPlatform, type TestPlatform } from '#lib/testing/index.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let svc: TestPlatform;
beforeAll(async () => {
  svc = await startPlatform();
});
afterAll(() => svc.stop());
beforeEach(() => svc.reset());

const machine = { name: 'web-01', instance_type_id: 's1-nano', image_id: 'debian-12' } as const;

test('an account is made once, with a verified address; another client of it logs in', async () => {
  const [first, second] = [await svc.client('ravi@example.com'), await svc.client('ravi@example.com')];
  expect((await first.getMe()).email_verified).toBe(true);
  await first.createVpc({ body: { name: 'shop' } });
  expect((await second.listVpcs()).vpcs.map(({ name }) => name).sort()).toEqual(['default', 'shop']);
  expect((await svc.client()).account.email).not.toBe((await svc.client()).account.email);
});

test('a reset leaves nothing, and tokens of before are refused', async () => {
  const before = await svc.client('ravi@example.com');
  await before.launchInstance({ body: machine });
  await svc.reset();
  await expect(before.listInstances()).rejects.toMatchObject({ status: 401 });
  expect(await svc.outbox()).toEqual([]);
  expect((await (await svc.client('ravi@example.com')).listInstances()).instances).toEqual([]);
});

test('what was saved comes back, sessions included', async () => {
  const client = await svc.client();
  await client.waitFor(await client.launchInstance({ body: machine }), 'running');
  await svc.save('with-machine');
  await svc.reset();
  await svc.load('with-machine');
  expect((await client.listInstances()).instances).toMatchObject([{ name: 'web-01', status: 'running' }]);
});

test('a refusal of the platform says what was asked', async () => {
  const refused = svc.load('no-such-state');
  await expect(refused).rejects.toThrow(ControlError);
  await expect(refused).rejects.toThrow(/^POST \/dev\/state\/no-such-state\/load: /);
});

test('a platform that cannot start says why', async () => {
  const failed = startPlatform({ env: { SVC_COMPUTE: 'abacus' } });
  await expect(failed).rejects.toThrow(StartError);
  await expect(failed).rejects.toThrow(/the platform did not start: .*SVC_COMPUTE/);
});

test('a start that is aborted ends, and leaves no folder', async () => {
  const controller = new AbortController();
  const failed = startPlatform({ signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(failed).rejects.toThrow('enough');
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a test that ends by %s leaves no platform and no folder',
  async (signal) => {
    const dir = mkdtempSync(join(tmpdir(), 'svc-child-'));
    const file = join(dir, 'child.ts');
    const library = JSON.stringify(pathToFileURL(join(root, 'lib/testing/index.ts')).href);
    writeFileSync(
      file,
      `const { startPlatform } = await import(${library});
     const svc = await startPlatform();
     console.log(JSON.stringify([svc.url, svc.dataDir]));
     setInterval(() => undefined, 1000);`,
    );
    const child = spawn(process.execPath, [file], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(child.stdout, 'data');
      const [url, dataDir] = JSON.parse(String(line)) as [string, string];
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      child.kill(signal);
      await eventually(async () => (existsSync(dataDir) ? undefined : true));
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    } finally {
      child.kill('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    }
  },
);
