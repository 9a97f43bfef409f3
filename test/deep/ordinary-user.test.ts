import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftBehind } from '#test/support/crash.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform.ts';
import { readObjects, tellStory } from '#test/support/story.ts';

/** A user that every system has and that owns nothing: ssh refuses to serve one without a name. */
const UID = Number(spawnSync('id', ['-u', 'daemon'], { encoding: 'utf8' }).stdout);
const root = fileURLToPath(new URL('../../', import.meta.url));
const isRoot = process.getuid?.() === 0;
/** A checkout that is that user's own; what begins with a dot is not needed to run it. */
function checkoutIn(dir: string): string {
  const copy = join(dir, 'svc');
  mkdirSync(copy);
  for (const name of readdirSync(root)) {
    if (!name.startsWith('.')) cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  }
  spawnSync('chown', ['-R', `${UID}:${UID}`, copy]);
  return copy;
}

describe.runIf(isRoot)('an ordinary user', () => {
  let dir: string;
  let platform: RunningPlatform;
  const asUser = ['setpriv', '--reuid', `${UID}`, '--regid', `${UID}`, '--clear-groups', '--inh-caps=-all'];
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'svc-user-'));
    chmodSync(dir, 0o755);
    chownSync(dir, UID, UID);
    const checkout = checkoutIn(dir);
    const env = { SVC_COMPUTE: 'container', HOME: dir, XDG_RUNTIME_DIR: undefined };
    platform = await startPlatform({ checkout, dataDir: join(checkout, '.svc'), wrapper: asUser, env });
  });
  afterAll(async () => {
    await platform?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it("lives README's story as root does, and leaves as little", async () => {
    const told = await tellStory(platform.baseUrl, dir, [...asUser, 'env', `HOME=${dir}`]);
    expect(told.status, told.stderr).toBe(0);
    const { before, objects } = readObjects(told.stdout);
    expect(before.split('\n')[0]).toBe('web-01');
    expect(before).toMatch(/\neth0@/);
    expect(objects.map(({ status }) => status)).toEqual(['stopped', 'running', 'running', 'terminated']);
    const { HOST } = told.variables;
    expect(await platform.stop()).toBe(0);
    expect(leftBehind(platform.dataDir, HOST)).toEqual([]);
  });
});
