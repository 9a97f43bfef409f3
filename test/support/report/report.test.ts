import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { calibration } from './calibration.ts';
import { kindOf } from './measured.ts';
import { spent } from './spent.ts';
import { type Row, sumsOf, tableOf } from './table.ts';

const row = (file: string, lane: string, milliseconds: number, more: Partial<Row> = {}): Row => ({
  file,
  lane,
  milliseconds,
  isolated: false,
  platforms: 0,
  browsers: 0,
  processes: 0,
  ...more,
});
const rows = [
  row('test/journeys/a.test.ts', 'journeys', 6_400, { isolated: true, platforms: 1, browsers: 1, processes: 2 }),
  row('test/lib/b.test.ts', 'unit', 100),
  row('test/lib/c.test.ts', 'unit', 300, { isolated: true, processes: 1 }),
];

test('costs are added up by lane, and what was started is counted', () => {
  expect(sumsOf(rows, 1_200, 80)).toEqual({
    counts: { platforms: 1, isolated: 2, browsers: 1, processes: 3 },
    seconds: { vitest: 1.2, journeys: 6.4, unit: 0.4 },
    loops: 100,
  });
});

test('the table names every file with what it started, and the sums', () => {
  expect(tableOf(rows, sumsOf(rows, 1_200, 80)).split('\n')).toEqual([
    'Processor time, with that of child processes:',
    '    6.4 s  journeys  test/journeys/a.test.ts (platforms 1, browsers 1, processes 2)',
    '    0.1 s  unit      test/lib/b.test.ts',
    '    0.3 s  unit      test/lib/c.test.ts (processes 1)',
    '',
    '    1.2 s  vitest',
    '    6.4 s  journeys',
    '    0.4 s  unit',
    '    8.0 s  all of it: 100 loops of calibration',
    'platforms 1, isolated 2, browsers 1, processes 3',
    '',
  ]);
});

test.each([
  ['platforms', '/usr/bin/node', ['node', '/home/a/svc/lib/local/start.mjs']],
  ['browsers', '/usr/bin/chromium', ['chromium', '--headless']],
  ['processes', '/usr/bin/node', ['node', 'other.mjs']],
] as const)('%s are told by their program', (kind, program, words) => {
  expect(kindOf(program, words)).toBe(kind);
});

test('the processor time of a child counts once it has ended, and the loop takes some', () => {
  const before = spent();
  execFileSync(process.execPath, [
    '-e',
    `const { user } = process.cpuUsage(); while (process.cpuUsage({ user, system: 0 }).user < 2e5);`,
  ]);
  expect(spent() - before).toBeGreaterThan(190);
  expect(calibration()).toBeGreaterThan(1);
});
