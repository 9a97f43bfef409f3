import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftBehind } from '#test/support/crash/site.ts';
import { readObjects, runApiGuide } from '#test/support/documents/api-guide.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { type OrdinaryUser, ordinaryUser } from '#test/support/processes/ordinary-user.ts';

describe.runIf(process.getuid?.() === 0)('an ordinary user', () => {
  let user: OrdinaryUser;
  let platform: RunningPlatform;
  beforeAll(async () => {
    user = ordinaryUser();
    platform = await startPlatform(user.platform);
  });
  afterAll(async () => {
    await platform?.stop();
    user?.remove();
  });

  it('lives the story of docs/api.md as root does, and leaves as little', async () => {
    const { home, wrapper } = user;
    const told = await runApiGuide(platform.baseUrl, home, [...wrapper, 'env', `HOME=${home}`]);
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
