import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { FaultBook } from '#lib/local/dev/faults/book.ts';
import { readFaults } from '#lib/local/dev/faults/read.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { FaultOutcome, FaultQuestion, FaultWhere } from '#lib/model/platform/faults.ts';
import type { Fault } from '#lib/testing/control.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const refusalOf = (body: object): [string, string] => {
  try {
    readFaults(body as Record<string, unknown>);
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.message];
    throw error;
  }
  throw new Error('it was accepted');
};
const one = (fault: object) => ({ faults: [fault] });
const launch = { where: 'launch', outcome: 'capacity' };

test('the client for tests can ask for every kind of fault', () => {
  expectTypeOf<Fault['where']>().toEqualTypeOf<FaultWhere>();
  expectTypeOf<Fault['outcome']>().toEqualTypeOf<FaultOutcome>();
});

describe('PUT /dev/faults reads', () => {
  test('the least that names a fault, with what is usual', () => {
    expect(readFaults(one(launch))).toEqual([{ ...launch, match: {}, after_seconds: 0, times: null }]);
    expect(readFaults(one({ where: 'launch', outcome: 'stuck' }))[0]?.after_seconds).toBeNull();
    expect(readFaults(one({ where: 's3', outcome: 'slow' }))[0]?.after_seconds).toBe(10);
    expect(readFaults({ faults: [] })).toEqual([]);
    const table = { where: 'table', match: {}, times: null };
    expect(readFaults(one({ where: 'table', outcome: 'lag' }))).toEqual([
      { ...table, outcome: 'lag', after_seconds: 2 },
    ]);
    expect(readFaults(one({ where: 'table', outcome: 'capped', read_units: 5 }))).toEqual([
      { ...table, outcome: 'capped', after_seconds: 0, read_units: 5, write_units: 1000 },
    ]);
  });

  test('all that a fault may have', () => {
    const full = { ...launch, match: { name: 'web-01', id: 'i-1' }, after_seconds: 0.5, times: 3 };
    expect(readFaults(one(full))).toEqual([full]);
  });

  const where = 'launch, start, snapshot, volume, image, load_balancer, host, mail, webhook, s3, table, function';
  test.each([
    [{}, 'validation_failed', 'faults: must be a list of at most 50 faults ([] ends them)'],
    [
      { faults: Array.from({ length: 51 }, () => launch) },
      'validation_failed',
      'faults: must be a list of at most 50 faults ([] ends them)',
    ],
    [{ faults: [], now: 1 }, 'unknown_field', 'unknown field "now" (allowed: faults)'],
    [one([]), 'validation_failed', 'faults[0]: must be an object'],
    [
      one({ ...launch, name: 'x' }),
      'unknown_field',
      'faults[0]: unknown field "name" (allowed: where, match, outcome, after_seconds, times)',
    ],
    [one({ outcome: 'error' }), 'validation_failed', `faults[0].where: is missing (allowed: ${where})`],
    [
      { faults: [launch, { where: 'disk', outcome: 'error' }] },
      'validation_failed',
      `faults[1].where: "disk" is not known (allowed: ${where})`,
    ],
    [
      one({ where: 'launch' }),
      'validation_failed',
      'faults[0].outcome: is missing for launch (allowed: capacity, boot_failed, slow, stuck)',
    ],
    [
      one({ where: 'mail', outcome: 'stuck' }),
      'validation_failed',
      'faults[0].outcome: "stuck" is not known for mail (allowed: refused, error)',
    ],
    [
      one({ where: 'launch', outcome: 'constructor' }),
      'validation_failed',
      'faults[0].outcome: "constructor" is not known for launch (allowed: capacity, boot_failed, slow, stuck)',
    ],
    [
      one({ ...launch, match: 'web-01' }),
      'validation_failed',
      'faults[0].match: must be an object with name, id or both',
    ],
    [
      one({ ...launch, match: { tag: 'x' } }),
      'unknown_field',
      'faults[0].match: unknown field "tag" (allowed: name, id)',
    ],
    [
      one({ ...launch, match: { id: '' } }),
      'validation_failed',
      'faults[0].match.id: must be a text of 1 to 512 characters',
    ],
    [
      one({ ...launch, after_seconds: -1 }),
      'validation_failed',
      'faults[0].after_seconds: -1 must be a number from 0 to 3600',
    ],
    [
      one({ where: 's3', outcome: 'slow', after_seconds: 31 }),
      'validation_failed',
      'faults[0].after_seconds: 31 must be a number from 0 to 30',
    ],
    [one({ ...launch, times: 0 }), 'validation_failed', 'faults[0].times: 0 must be an integer from 1 to 10000'],
    [
      one({ where: 'host', outcome: 'lost', times: 1 }),
      'validation_failed',
      'faults[0].times: must be left out: lost of host lasts until it is ended',
    ],
    [
      one({ where: 'table', outcome: 'lag', times: 1 }),
      'validation_failed',
      'faults[0].times: must be left out: lag of table lasts until it is ended',
    ],
    [
      one({ where: 'table', outcome: 'lag', match: { name: 'Query' } }),
      'validation_failed',
      'faults[0].match: must be left out: lag of table strikes everything',
    ],
    [
      one({ where: 'table', outcome: 'lag', after_seconds: 61 }),
      'validation_failed',
      'faults[0].after_seconds: 61 must be a number from 0 to 60',
    ],
    [
      one({ where: 'table', outcome: 'capped', write_units: 1001 }),
      'validation_failed',
      'faults[0].write_units: 1001 must be an integer from 1 to 1000',
    ],
    [
      one({ where: 'table', outcome: 'throttled', write_units: 1 }),
      'unknown_field',
      'faults[0]: unknown field "write_units" (allowed: where, match, outcome, after_seconds, times)',
    ],
  ])('%j is refused', (body, code, message) => {
    expect(refusalOf(body)).toEqual([code, message]);
  });
});

describe('faults that are set', () => {
  const question: FaultQuestion = { where: 'launch', subject: { names: ['web-01'], ids: ['i-1'] } };
  const booked = async (...faults: object[]) => {
    const book = new FaultBook();
    await book.set(readFaults({ faults }));
    return book;
  };

  test('strike as often as they say, in their order', async () => {
    const book = await booked(
      { ...launch, times: 1 },
      { where: 'launch', outcome: 'slow', after_seconds: 2, times: 1 },
    );
    expect(book.strike(question)).toEqual({ outcome: 'capacity', after_seconds: 0 });
    expect(book.strike(question)).toEqual({ outcome: 'slow', after_seconds: 2 });
    expect(book.strike(question)).toBeNull();
    expect(book.list().map(({ times, struck }) => [times, struck])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test('strike only what has the name and the id', async () => {
    const book = await booked({ ...launch, match: { name: 'web-01', id: 'i-1' } });
    expect(book.strike({ where: 'launch', subject: { names: ['web-01'], ids: ['i-2'] } })).toBeNull();
    expect(book.strike({ where: 'launch', subject: { names: ['web-02'], ids: ['i-1'] } })).toBeNull();
    expect(book.strike({ where: 'start', subject: question.subject })).toBeNull();
    expect(book.strike(question)).not.toBeNull();
  });

  test('strike only with an outcome that is possible there', async () => {
    const book = await booked({ where: 'table', outcome: 'lost_reply' });
    const read: FaultQuestion = { where: 'table', outcomes: ['throttled', 'error'], subject: {} };
    expect(book.strike(read)).toBeNull();
    expect(book.strike({ ...read, outcomes: ['lost_reply'] })?.outcome).toBe('lost_reply');
  });

  test('strike a repeated attempt in the same way, and count it once', async () => {
    const book = await booked({ ...launch, times: 1 });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(book.strike({ ...question, attempt: 'op-1' })?.outcome).toBe('capacity');
    }
    expect(book.strike({ ...question, attempt: 'op-2' })).toBeNull();
    expect(book.list()[0]).toMatchObject({ times: 0, struck: 1 });
  });

  test('that last begin after their seconds, however early their timer, and whoever follows them is told', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000.5);
    const book = new FaultBook();
    const told: boolean[] = [];
    book.onChange(() => {
      told.push(book.strike({ where: 'host', subject: {} }) !== null);
    });
    await book.set(readFaults({ faults: [{ where: 'host', outcome: 'lost', after_seconds: 30 }] }));
    now.mockReturnValue(31_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(told).toEqual([false]);
    now.mockReturnValue(31_000.5);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual([false, true]);
  });

  test('let go what they held up when they are replaced', async () => {
    const book = await booked(launch);
    const { over, generation } = book;
    expect(over.aborted).toBe(false);
    await book.set([]);
    expect(over.aborted).toBe(true);
    expect(book.generation).toBe(generation + 1);
    expect(book.strike(question)).toBeNull();
  });
});
