import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../.ci/summary.mjs', import.meta.url));
const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] };
const unloadable = { status: 'failed', assertionResults: [] };

const report = (numPassedTests: number, numFailedTests: number, rest: object) =>
  JSON.stringify({
    numPassedTests,
    numFailedTests,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [passed],
    ...rest,
  });

test.each([
  ['all passed', report(7, 0, { success: true }), '7 passed, 0 failed'],
  ['one failed', report(6, 1, { success: false, testResults: [passed, failed] }), '6 passed, 1 failed'],
  [
    'some skipped',
    report(5, 0, { success: true, numPendingTests: 2, numTodoTests: 1 }),
    '5 passed, 0 failed, 3 skipped',
  ],
  [
    'a file that does not load',
    report(6, 0, { success: false, testResults: [passed, unloadable] }),
    '6 passed, 1 failed',
  ],
  ['an error outside any test', report(6, 0, { success: false }), '6 passed, 1 failed'],
  ['a report cut short', '{"numPassedTests":', '0 passed, 1 failed'],
])('the last line of CI after %s', (_what, json, line) => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-ci-'));
  try {
    writeFileSync(join(dir, 'tests.json'), json);
    expect(execFileSync(process.execPath, [script, join(dir, 'tests.json')], { encoding: 'utf8' })).toBe(`${line}\n`);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
