import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/plugin: an answer of the first milliseconds is looked for
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, ask, Client } from '#test/support/http/client.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/* A program that waits for GET /healthz, and not for the banner, may launch with its next request (contract 4.11). */

let dir: string;
let platform: RunningPlatform | undefined;
let client: Client;
/** The same at every start, so that a token stays valid. */
let port: number;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-ready-'));
  port = await unusedPort();
});
afterAll(async () => {
  await platform?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Starts a platform with the folder, and answers what GET /healthz said until its first 200. */
async function startUntilHealthy(driver: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const until = async (baseUrl: string) => {
    while (answers.at(-1)?.status !== 200) {
      // Until the port is open there is no answer.
      const answer = await ask(baseUrl, '/healthz', { once: true }).catch(() => wait(2));
      if (answer) answers.push(answer);
    }
  };
  const env = { SVC_COMPUTE: driver, SVC_PORT: `${port}` };
  platform = await startPlatform({ dataDir: join(dir, 'state'), env, until });
  return answers;
}

function expectReady(answers: Answer[], driver: string): Answer {
  const last = answers.at(-1) as Answer;
  const before = answers.slice(0, -1).map(({ status, body }) => [status, typeof body.error]);
  expect(before).toEqual(before.map(() => [503, 'string']));
  expect(last.body.compute.driver).toBe(driver);
  return last;
}

async function launchAtOnce({ body }: Answer): Promise<void> {
  const launch = { name: 'at-once', instance_type_id: 's1-nano', image_id: body.compute.images[0] };
  const reply = await client.ask('/compute/instances', { method: 'POST', body: launch, once: true });
  expect(reply).toMatchObject({ status: 201 });
}

it('a launch is accepted with the first 200, in an empty folder', async () => {
  const ready = expectReady(await startUntilHealthy('simulated'), 'simulated');
  client = await Client.register(platform?.baseUrl ?? '');
  await launchAtOnce(ready);
});

it.each(['simulated', 'process'])('and in the folder of a killed platform, with %s', async (driver) => {
  await platform?.kill();
  const answers = await startUntilHealthy(driver);
  await launchAtOnce(expectReady(answers, driver));
});
