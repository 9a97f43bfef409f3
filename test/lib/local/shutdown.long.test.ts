import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixtureService } from '#test/support/platform/fixture-service.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { processesOf } from '#test/support/processes/processes-of.ts';

const SLOW = `
  export const handler = async (event: any) => {
    console.error('asked');
    await new Promise((resolve) => setTimeout(resolve, Number(event.pathParameters.ms)));
    return { statusCode: 200, headers: { 'x-request-id': 'req-1' }, body: '{"done":true}' };
  };
`;

let service: ReturnType<typeof fixtureService>;
let platform: RunningPlatform;
beforeEach(async () => {
  const functions = "  slow: { handler: fn/slow.handler, events: [ { httpApi: 'GET /slow/{ms}' } ] }\n";
  service = fixtureService(functions, { 'fn/slow.ts': SLOW });
  platform = await startPlatform({ serviceDir: service.dir });
});
afterEach(() => service.remove());

const asked = async (ms: number) => {
  const reply = fetch(`${platform.baseUrl}/slow/${ms}`).then(
    (r) => r.status,
    () => 'cut off',
  );
  await expect.poll(() => platform.output()).toContain('asked');
  return reply;
};

test('SIGTERM lets a request in flight finish, takes no other, and ends with status 0', async () => {
  const reply = asked(1_000);
  await expect.poll(() => platform.output()).toContain('asked');
  const status = platform.stop();
  await expect
    .poll(() =>
      fetch(`${platform.baseUrl}/slow/1`).then(
        () => 'taken',
        () => 'refused',
      ),
    )
    .toBe('refused');
  expect(await reply).toBe(200);
  expect(await status).toBe(0);
  expect(processesOf(platform.dataDir)).toEqual([]);
});

test('a second signal does not wait, and leaves no process either', async () => {
  const reply = asked(20_000);
  await expect.poll(() => platform.output()).toContain('asked');
  const status = platform.stop('SIGINT');
  const again = setInterval(() => process.kill(platform.pid, 'SIGINT'), 600);
  expect(await status).toBe(130);
  clearInterval(again);
  expect(await reply).toBe('cut off');
  await expect.poll(() => processesOf(platform.dataDir)).toEqual([]);
});
