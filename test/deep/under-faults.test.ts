import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '#lib/generate/routes.ts';
import type { AskedFault } from '#test/support/platform/dev-faults.ts';

/** Stories that pass whatever the table of a deployment does: the client, the command line, the console, all parts. */
const stories = [
  'test/stories/',
  'test/journeys/billing-month.long.test.ts',
  'test/journeys/client/browser.test.ts',
  'test/journeys/clock.long.test.ts',
  'test/journeys/disks.test.ts',
  'test/journeys/load-balancing.test.ts',
  'test/journeys/machines.test.ts',
  'test/journeys/mail.test.ts',
  'test/journeys/networking.test.ts',
  'test/journeys/operator.long.test.ts',
  'test/journeys/scaling.long.test.ts',
  'test/journeys/sessions.test.ts',
  'test/journeys/storage.test.ts',
  'test/journeys/web/',
];

const lag: AskedFault = { where: 'table', outcome: 'lag', after_seconds: 2 };
const capped: AskedFault = { where: 'table', outcome: 'capped', read_units: 300, write_units: 100 };
const firstCalls: AskedFault = { where: 'function', outcome: 'slow', after_seconds: 2 };

const faults: Record<string, AskedFault[]> = {
  'an index that lags by 2 seconds': [lag],
  'keys with a tenth of their units': [capped],
  'both, and first calls that take 2 seconds longer': [lag, capped, firstCalls],
};

test.each(Object.entries(faults))(
  'the stories pass under %s',
  async (_, set) => {
    // Guides ask nothing of the table.
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...stories, '--exclude', 'test/journeys/web/guides*'];
    const env = { ...process.env, TEST_FAULTS: JSON.stringify(set) };
    const run = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise<number | null>((resolve) => run.once('close', resolve));
    const told = await text(run.stdout);
    expect(await ended, told.slice(-8_000)).toBe(0);
  },
  3_600_000,
);
