import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bytesOf, unitsOfWrite } from '#test/simulate/count/items.ts';
import { familyOf, isShared } from '#test/simulate/count/keys.ts';
import { bound } from '#test/simulate/model/line.ts';
import { goal, parametersFor } from '#test/simulate/model/model.ts';
import { parametersWith, sources } from '#test/simulate/model/parameters.ts';
import { raised } from '#test/simulate/model/raised.ts';
import { scattered } from '#test/simulate/model/scattered.ts';
import { headings, path } from '#test/simulate/page/document.ts';
import { exact } from '#test/simulate/page/text.ts';
import { operations } from '#test/simulate/world/operations.ts';
import { readFunctions } from '#test/support/platform/functions.ts';

/* docs/scale.md is what `npm run simulate` wrote, and how that counts. */

const page = readFileSync(path, 'utf8');
const section = (name: string) => page.split(/^## /m).find((text) => text.startsWith(`${name}\n`)) ?? '';
const rowsIn = (name: string) =>
  [...section(name).matchAll(/^\| (?!--)(.*) \|$/gm)].map(([, row = '']) => row.split(' | '));
const numberOf = (cell = '') => Number(cell.replaceAll(',', ''));

describe('docs/scale.md', () => {
  test('has the sections that the simulation writes', () => {
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, name]) => name)).toEqual(headings);
  });

  test('says what breaks, the first first, none beyond a million machines', () => {
    const [head, ...rows] = rowsIn('What breaks at which size');
    expect(head ?? []).toEqual(rows.length === 0 ? [] : ['machines', 'limit', 'what', 'mostly by', 'raise']);
    const sizes = rows.map(([machines]) => numberOf(machines));
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes.filter((size) => !(size > 0 && size <= goal))).toEqual([]);
  });

  test('says what to raise for what breaks, after which no more than half of a limit is used at any size', () => {
    expect(rowsIn('What breaks at which size').filter((row) => row.at(-1)?.startsWith('nothing'))).toEqual([]);
    const [, ...rows] = rowsIn('The limits at each size');
    const used = rows.flatMap((row) => row.slice(2, 5).map((cell) => Number.parseFloat(cell)));
    expect(used.filter((percent) => !(percent <= 100 * bound))).toEqual([]);
    expect(used).toHaveLength(3 * rows.length);
    const { param, limit } = raised.at(-1) ?? { param: {}, limit: {} };
    const told = section('What to raise');
    for (const [name, value] of Object.entries(param)) expect(told).toContain(`--param ${name}=${value}`);
    for (const [name, value] of Object.entries(limit)) {
      const { service } = sources.limit[name]?.quota ?? {};
      expect(told).toContain(`--service-code ${service} --desired-value ${value} `);
    }
  });

  test('has a bill whose lines come to its sums', () => {
    const [head, ...rows] = rowsIn('What it costs');
    expect(head).toEqual(['line', '1,000 machines', '100,000 machines', '1,000,000 machines']);
    const [all = [], share = []] = rows.splice(-2);
    expect([all[0], share[0]]).toEqual(['**all**', expect.stringMatching(/^\*\*₹ a machine\*\*/)]);
    for (const column of [1, 2, 3]) {
      const sum = rows.reduce((before, row) => before + numberOf(row[column]), 0);
      expect(Math.abs(sum / numberOf(all[column]) - 1)).toBeLessThan(0.01);
    }
  });

  test('has every operation with its rate, and every schedule', () => {
    const rows = rowsIn('What one operation costs').map(([name, rate]) => [name, rate]);
    for (const { name, rate } of operations) expect(rows).toContainEqual([name, String(rate)]);
    const schedules = [...readFunctions('.')].flatMap(([key, { events = [] }]) =>
      events.some(({ schedule }) => schedule !== undefined) ? [key] : [],
    );
    const names = rows.map(([name]) => name);
    expect(schedules.filter((key) => !names.includes(key))).toEqual([]);
  });

  test('has every price, quota and assumption with its source', () => {
    const rows = rowsIn('Prices, quotas and assumptions').slice(1);
    const known = Object.entries(sources).flatMap(([group, all]) =>
      Object.entries(all).map(([name, { value, unit }]) => [`\`--${group} ${name}\``, `${exact(value)} ${unit}`]),
    );
    expect(rows.map(([name, value]) => [name, value])).toEqual(known);
  });
});

describe('the values of a size', () => {
  test('are the defaults, what it raises, and what is given instead of them', () => {
    const [small, largest] = [raised.at(0), raised.at(-1)];
    expect(parametersFor(small?.machines ?? 0, [])).toEqual(parametersWith([]));
    const { param, limit } = parametersFor(goal, []);
    expect(param).toEqual({ ...parametersWith([]).param, ...largest?.param });
    expect(limit).toEqual({ ...parametersWith([]).limit, ...largest?.limit });
    expect(parametersFor(goal, [['param', 'hostRate', 500]]).param).toEqual({ ...param, hostRate: 500 });
  });

  test.each([
    ['price', 'gold', 1, 'price: there is no gold (write_units, read_units, '],
    ['limit', 'starts', Number.NaN, 'limit starts: must be a number'],
    ['param', 'workShards', 8, 'param: there is no workShards (apiRate, hostRate, '],
    ['param', 'hostRate', 50_000, 'hostRate: "50000" is not a whole number of requests a second, 10 to 10000'],
  ] as const)('--%s %s=%d is refused', (group, name, value, message) => {
    expect(() => parametersWith([[group, name, value]])).toThrow(message);
  });
});

describe('the units of a write', () => {
  const item = (more: object = {}) => ({ pk: 'A#1', sk: 'x', ...more });
  const indexed = (pk: string, sk: string, more: object = {}) => item({ gsi1pk: pk, gsi1sk: sk, ...more });
  const write = (before: object | undefined, after: object | undefined, isTransactional = false) =>
    unitsOfWrite({ before: before as never, after: after as never, isTransactional }, 'A#1');
  const table = (units: number) => ({ place: 'table', pk: 'A#1', units });
  const index = (pk: string, units: number) => ({ place: 'gsi1', pk, units });

  test.each([
    ['a new item', write(undefined, item()), [table(1)]],
    ['in a transaction', write(undefined, item(), true), [table(2)]],
    ['of more than a kilobyte', write(undefined, item({ text: 'x'.repeat(1024) })), [table(2)]],
    ['of what was larger before', write(item({ text: 'x'.repeat(2048) }), item()), [table(3)]],
    ['a new item of the index', write(undefined, indexed('W', '1'), true), [table(2), index('W', 1)]],
    ['a change in its place', write(indexed('W', '1'), indexed('W', '1', { a: 1 })), [table(1), index('W', 1)]],
    ['a condition alone', write(indexed('W', '1'), indexed('W', '1'), true), [table(2)]],
    ['a move', write(indexed('W', '1'), indexed('W', '2')), [table(1), index('W', 1), index('W', 1)]],
    ['a move elsewhere', write(indexed('W', '1'), indexed('V', '1')), [table(1), index('W', 1), index('V', 1)]],
    ['a removal', write(indexed('W', '1'), undefined), [table(1), index('W', 1)]],
  ])('%s', (_, units, expected) => {
    expect(units).toEqual(expected);
  });

  test('the bytes of an item are those of its names and values', () => {
    expect(bytesOf({ pk: 'é', n: 12_345, b: true, bytes: new Uint8Array(5) })).toBe(2 + 2 + 1 + 4 + 1 + 1 + 5 + 5);
    expect(bytesOf({ m: { a: 'xy' }, l: ['z'] })).toBe(1 + (3 + 1 + 2 + 1) + 1 + (3 + 1 + 1));
  });
});

describe('work that falls on many minutes', () => {
  const at = (...minutes: number[]) =>
    new Map([
      ['runs task', 60],
      ...minutes.flatMap((m): [string, number][] => [
        [`all write@${m}`, 3],
        [`key write W@${m}`, 2],
      ]),
    ]);
  const own = (vector: ReadonlyMap<string, number>, name: string) =>
    [...vector].filter(([key]) => key.startsWith(name));

  test('is spread evenly from the first minute to the last', () => {
    const [one, added] = [at(0, 7), at(2, 4, 5, 9)];
    const two = new Map([...one, ...added, ['all write@30', 1] as const]);
    const spread = scattered(new Map([...one, ['all write@30', 1] as const]), two, added);
    expect(spread.get('runs task')).toBe(60);
    const units = own(spread, 'key write W');
    expect(units.map(([name]) => name)).toEqual(Array.from({ length: 10 }, (_, m) => `key write W@${m}`));
    for (const [, amount] of units) expect(amount).toBeCloseTo(8 / 10, 9);
  });

  test('leaves the minute on which all accounts have work together', () => {
    const added = new Map([...at(0, 2, 4, 9), ['all write@30', 40] as const, ['key write W@30', 30] as const]);
    const spread = scattered(new Map(), new Map([...added, ['all write@50', 1] as const]), added);
    expect(spread.get('all write@30')).toBeCloseTo(40 + 12 / 31, 9);
    expect(spread.get('key write W@30')).toBeCloseTo(30 + 8 / 31, 9);
    expect(spread.get('key write W@1')).toBeCloseTo(8 / 31, 9);
  });

  test('stays on the minutes that both blocks have', () => {
    const [added, other] = [at(0, 5, 10, 15), at(1, 6, 11, 16)];
    expect(scattered(at(0, 5, 10, 15), added, added)).toBe(added);
    const quiet: [string, number] = ['all write@30', 1];
    const spread = scattered(new Map([...other, quiet]), new Map([...other, ...added, quiet]), added);
    expect(spread.get('all write@7')).toBeCloseTo(12 / 17, 9);
  });

  test.each([[at(30, 31)], [at(...Array(60).keys())]])('stays where it is in few minutes, and in all', (added) => {
    expect(scattered(new Map(), added, added)).toBe(added);
  });
});

test.each([
  ['METERING', 'METERING', true],
  ['METERING#17', 'METERING#<n>', true],
  ['ROUND#METERING', 'ROUND#METERING', true],
  ['A#379012355963#wallet', 'A#<id>#wallet', false],
  ['HOST#host-c318ecbb-1da#open', 'HOST#<id>#open', false],
  ['R#usr-01m7zqnjw0yjmrtxyq8xtv5wtg', 'R#<id>', false],
  ['EMAIL#asha@example.com', 'EMAIL#<id>', false],
])('the key %s is one of %s', (key, family, shared) => {
  expect(familyOf(key)).toBe(family);
  expect(isShared(family)).toBe(shared);
});
