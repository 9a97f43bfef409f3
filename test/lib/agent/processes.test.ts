import { expect, test } from 'vitest';
import { processesOf } from '#lib/agent/processes.ts';
import { version } from '#lib/model/platform/version.ts';
import { markOf } from '#lib/runtime/system/processes.ts';

const mark = markOf(process.pid) ?? expect.fail();

test('a runtime has the version that it says, whatever the agent has', async () => {
  const held = { vpc: 'vpc-1', mark, protocol: 1 };
  const runtime = { version: '0.0.1', mark };
  const shown = await processesOf({ processes: async () => ({ runtime, holders: [held] }) });
  const aged = { pid: process.pid, age_seconds: shown.agent.age_seconds };
  expect(shown).toEqual({
    agent: { version, ...aged },
    runtime: { version: '0.0.1', ...aged },
    holders: [{ vpc_id: 'vpc-1', protocol: 1, ...aged }],
  });
});

test('a driver without a runtime has none', async () => {
  expect(await processesOf({})).toMatchObject({ runtime: null, holders: [] });
});
