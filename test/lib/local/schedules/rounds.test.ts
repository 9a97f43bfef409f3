import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { documents } from '#lib/local/dev/faults/stand-ins/table.ts';
import { Rounds } from '#lib/local/schedules/rounds.ts';
import { parseSchedule } from '#lib/local/schedules/schedule.ts';
import type { ScheduledTask } from '#lib/local/schedules/scheduled-task.ts';
import { query } from '#lib/store/platform/read.ts';
import { put, transact, update } from '#lib/store/platform/write.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { plantAnything } from '#test/support/table/planted.ts';

const MINUTE = 60_000;
const start = Date.UTC(2030, 0, 1, 12);
const silent = { info: () => undefined, warn: () => undefined };

let asked: string[];
let rounds: Rounds | undefined;
beforeEach(plantAnything);
beforeAll(async () => {
  await testTable();
  // From here on the client's calls are noted.
  documents();
});
beforeEach(() => {
  asked = [];
});
afterEach(() => rounds?.end());

/** A task that every minute does `work`, and names no later time for more. */
const task = (name: string, work: () => Promise<unknown>): ScheduledTask => ({
  name,
  schedule: parseSchedule('rate(1 minute)'),
  run: async () => {
    asked.push(name);
    await work();
    return { next_at: null };
  },
});
const readsIndex = (partition: string) => () => query({ pk: partition, index: 'gsi1', limit: 1 });
const item = (pk: string, partition: string, due: string) => ({ pk, sk: '-', gsi1pk: partition, gsi1sk: due });
const write = (pk: string, partition: string, due: string) => transact([put(item(pk, partition, due))]);

/** What is asked in the second of two rounds, of which `between` comes between. */
async function askedAgain(tasks: ScheduledTask[], between: () => Promise<unknown> = async () => undefined) {
  rounds = new Rounds(tasks, silent);
  await rounds.run(new Date(start));
  asked = [];
  await between();
  await rounds.run(new Date(start + MINUTE));
  return asked;
}

test('a task is not asked again while nothing that it read was written', async () => {
  expect(await askedAgain([task('reads', readsIndex('QUIET'))], () => write('one', 'OTHER', '1'))).toEqual([]);
  expect(rounds?.next(new Date(start + MINUTE))).toBe(Number.POSITIVE_INFINITY);
});

test('a task that reads nothing of the table is asked in each round', async () => {
  expect(await askedAgain([task('idle', async () => undefined)])).toEqual(['idle']);
});

test('a new item in a partition that a task has read makes it due at its next time', async () => {
  rounds = new Rounds([task('reads', readsIndex('NEW'))], silent);
  await rounds.run(new Date(start));
  expect(rounds.next(new Date(start + 1))).toBe(Number.POSITIVE_INFINITY);
  await write('two', 'NEW', '1');
  expect(rounds.next(new Date(start + 1))).toBe(start + MINUTE);
  await rounds.run(new Date(start + MINUTE));
  expect(asked).toEqual(['reads', 'reads']);
});

test('so does a change of an item that it has read, and of an item that moves within an index', async () => {
  await write('three', 'READ', '1');
  const change = (pk: string, set: object) => () => transact([update({ pk, sk: '-' }, { set: { ...set } })]);
  const reads = [task('reads', readsIndex('READ'))];
  expect(await askedAgain(reads, change('three', { attempts: 1 }))).toEqual(['reads']);
  await write('four', 'READ', '9');
  expect(await askedAgain(reads, change('four', { attempts: 1 }))).toEqual([]);
  expect(await askedAgain(reads, change('four', { gsi1sk: '0' }))).toEqual(['reads']);
});

test('what a task writes itself does not make it due; what it writes for a later one does, in the same round', async () => {
  let times = 0;
  const writer = task('writes', async () => {
    await readsIndex('OWN')();
    times += 1;
    await write(`own-${times}`, 'OWN', '1');
    await write(`theirs-${times}`, 'THEIRS', '1');
  });
  const reader = task('reads', readsIndex('THEIRS'));
  expect(await askedAgain([writer, reader])).toEqual([]);
  expect(await askedAgain([writer, reader], () => write('foreign', 'OWN', '1'))).toEqual(['writes', 'reads']);
});

test('a task is asked when the time that it named has come, whatever was written', async () => {
  const named = { ...task('names', readsIndex('NAMED')), run: readsAndNames };
  async function readsAndNames(now: Date) {
    asked.push('names');
    await readsIndex('NAMED')();
    return { next_at: new Date(now.getTime() + 30_000).toISOString() };
  }
  expect(await askedAgain([named])).toEqual(['names']);
});
