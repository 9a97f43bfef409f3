import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../.ci/summary.mjs', import.meta.url));
const fileOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const passed = { name: fileOf('test/a.test.ts'), status: 'passed', assertionResults: [{ status: 'passed' }] };
const failed = {
  name: fileOf('test/b.test.ts'),
  status: 'failed',
  assertionResults: [
    { status: 'passed', fullName: 'reads' },
    { status: 'failed', fullName: 'a disk keeps holes', failureMessages: ['Error: expected 1\n    at test/b.test.ts'] },
  ],
};
const unloadable = {
  name: fileOf('test/c.test.ts'),
  status: 'failed',
  message: 'Cannot find module\nat line 1',
  assertionResults: [],
};
const named = 'failed: test/b.test.ts > a disk keeps holes: Error: expected 1\n';

const report = (numPassedTests: number, numFailedTests: number, rest: object) =>
  JSON.stringify({
    numPassedTests,
    numFailedTests,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [passed],
    ...rest,
  });

/** What the summary says of the reports of so many runs; undefined is one that was never written. */
function summaryOf(...reports: (string | undefined)[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'svc-ci-'));
  try {
    const files = reports.map((json, at) => {
      const file = join(dir, `${at}.json`);
      if (json !== undefined) writeFileSync(file, json);
      return file;
    });
    return execFileSync(process.execPath, [script, ...files], { encoding: 'utf8', cwd: fileOf('.') });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test.each([
  ['all passed', report(7, 0, { success: true }), '7 passed, 0 failed'],
  ['one failed', report(6, 1, { success: false, testResults: [passed, failed] }), `${named}6 passed, 1 failed`],
  [
    'some skipped',
    report(5, 0, { success: true, numPendingTests: 2, numTodoTests: 1 }),
    '5 passed, 0 failed, 3 skipped',
  ],
  [
    'a file that does not load',
    report(6, 0, { success: false, testResults: [passed, unloadable] }),
    'failed: test/c.test.ts: Cannot find module\n6 passed, 1 failed',
  ],
  ['an error outside any test', report(6, 0, { success: false }), '6 passed, 1 failed'],
  ['a report cut short', '{"numPassedTests":', '0 passed, 1 failed'],
])('CI ends, after %s, with what failed and the counts', (_what, json, lines) => {
  expect(summaryOf(json)).toBe(`${lines}\n`);
});

test('the last line of CI counts all runs together, and a run without a report has failed', () => {
  const clean = report(7, 0, { success: true });
  const skips = report(5, 1, { success: false, numPendingTests: 2, testResults: [passed, failed] });
  expect(summaryOf(clean, skips)).toBe(`${named}12 passed, 1 failed, 2 skipped\n`);
  expect(summaryOf(clean, undefined)).toBe('7 passed, 1 failed\n');
  expect(summaryOf(undefined, undefined)).toBe('0 passed, 2 failed\n');
});

const recorded = JSON.parse(readFileSync(new URL('../support/report/record.json', import.meta.url), 'utf8'));

/** How the comparison of a run's costs with the record ends, and what it prints. */
function comparison(command: string, counts: Record<string, number>): [status: number | null, printed: string] {
  const dir = mkdtempSync(join(tmpdir(), 'svc-ci-'));
  try {
    const file = join(dir, 'costs.json');
    writeFileSync(file, JSON.stringify({ counts, seconds: { vitest: 1.4, unit: 98.6 }, loops: 900 }));
    const costs = fileURLToPath(new URL('../../.ci/costs.mjs', import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [costs, command, file], { encoding: 'utf8' });
    return [status, stdout];
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test.each(Object.keys(recorded))(
  'CI prints what %s started beside the record, and fails where it is more',
  (command) => {
    const counts = recorded[command];
    expect(Object.keys(counts).sort()).toEqual(['browsers', 'isolated', 'platforms']);
    const [status, printed] = comparison(command, counts);
    expect(status).toBe(0);
    expect(printed).toContain(`platforms ${counts.platforms} (recorded ${counts.platforms})`);
    expect(printed).toContain('100 s of processor time, 900 loops of calibration\n');
    for (const kind of ['platforms', 'isolated', 'browsers']) {
      const more = comparison(command, { ...counts, [kind]: counts[kind] + 1 });
      expect([more[0], more[1].split('\n')[1]]).toEqual([
        1,
        `${command}: more ${kind} than test/support/report/record.json says`,
      ]);
    }
  },
);
