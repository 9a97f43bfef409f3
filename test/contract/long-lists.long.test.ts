import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { handler as createToken } from '#functions/platform/create-join-token.ts';
import { type DeployedRoute, readRoutes } from '#lib/generate/routes.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { saveDifference } from '#lib/store/billing/ledger.ts';
import { putActivity } from '#lib/store/compute/asgs.ts';
import { addEvent } from '#lib/store/compute/instances.ts';
import { dueDeadlines } from '#lib/store/platform/due-operations.ts';
import { putDeadline, removeDeadline } from '#lib/store/platform/outbox.ts';
import { all, type Item, query } from '#lib/store/platform/read.ts';
import { put, remove, transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { callerOf, expectStatus } from '#test/support/accounts/iam.ts';
import { newOperator } from '#test/support/accounts/operators.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { sizes } from '#test/support/table/filled.ts';
import { belongingsOf, kindsOf } from './belongings.ts';
import { type Ground, type NewRow, sources } from './long-lists/sources.ts';
import { handlerOf } from './samples.ts';

/*
 * Every list with 3, 60 and 1,200 rows, in each of its orders (contract 1.8). The rows are written to the table: no
 * account could make as many.
 */

const routes = await readRoutes();
const lists = routes.filter(
  ({ method, route: { reply } }) => method === 'GET' && reply instanceof z.ZodObject && 'next_cursor' in reply.shape,
);

/** The lists that are tried elsewhere, and where. */
const elsewhere: Readonly<Record<string, string>> = {
  listActivity: 'test/functions/auth/activity/newest.test.ts',
  listObjects: 'test/functions/storage/many-objects.long.test.ts',
};

/** The lists that cannot be long and are read at once, of which test/lib/domain/platform/lists.test.ts makes pages. */
const short = [
  ...['getBucketCors', 'getBucketLifecycle', 'listAccessKeys', 'listBucketKeys', 'listEndpoints', 'listFirewallRules'],
  ...['listHostAddresses', 'listImages', 'listInstanceMetrics', 'listInstanceTypes', 'listLoadBalancerBackends'],
  ...['listPlatformImages', 'listPrices', 'listQuotas', 'listWebhookDeliveries'],
];

let owner: SignedUp;
let ground: Ground;
let written: { item: Item; row: NewRow; id: string }[] = [];

beforeAll(async () => {
  owner = await newOperator();
  const host = await standInHost();
  const mine = await belongingsOf(owner);
  const { id: token } = await expectStatus(201, callerOf(owner)(createToken));
  ground = { account: owner.account_id, user: owner.user.id, mine: { ...mine, hosts: host.id, 'join-tokens': token } };
  // No workflow of what was made runs out of its time meanwhile.
  for await (const { operation } of all(dueDeadlines(endOfTime))) {
    await transact([removeDeadline(operation)]);
  }
  await writeLogs();
});

afterEach(async () => {
  await drop(written);
});

/** One entry of each log that only workflows and schedules write. */
async function writeLogs(): Promise<void> {
  const at = `${new Date().toISOString().slice(0, 19)}Z`;
  const { account, mine } = ground;
  const event = { at, type: 'noted', from: null, to: 'running', actor: 'test', request_id: null, message: 'noted' };
  const entry = { at, reason: 'scale_out', from: 0, to: 1, status: 'successful', message: 'scaled' } as const;
  await transact([
    addEvent(account, mine.instances ?? '', event, new Date()),
    putActivity(account, mine.asg ?? '', { ...entry, id: newId('event', new Date()) }),
    putDeadline({ operation: 'op-stuck', machine: 'launch', account_id: account, instance_id: 'i-1', due: 1 }),
  ]);
  await saveDifference({ account_id: account, found_at: at, findings: ['a'] }, at);
}

const inParts = async <T>(rows: readonly T[], work: (part: T[]) => Promise<unknown>) => {
  for (let from = 0; from < rows.length; from += 100) await work(rows.slice(from, from + 100));
};

async function add(key: string, rows: readonly NewRow[]): Promise<void> {
  const source = sources[key];
  if (!source) throw new Error(`${key} has no source`);
  const { pk, sk = '' } = source.original(ground);
  const [original] = (await query({ pk, begins: sk, limit: 1 } as never)).items as Item[];
  if (!original) throw new Error(`there is nothing at ${pk} ${sk}`);
  const made = rows.map((row) => {
    const item = source.copy(original, row, ground);
    return { item, row, id: source.shown?.(item) ?? item.id };
  });
  written.push(...made);
  await inParts(made, (part) => transact(part.map(({ item }) => put(item as never))));
}

async function drop(rows: readonly { item: Item }[]): Promise<void> {
  const gone = new Set(rows.map(({ item }) => item));
  written = written.filter(({ item }) => !gone.has(item));
  await inParts([...gone], (part) => transact(part.map(({ pk, sk }) => remove({ pk, sk } as never))));
}

const second = 1000;
/** The last time that the index can hold. */
const endOfTime = 10 ** 15 - 1;
const start = Math.floor(Date.now() / second) * second - 3600 * second;

/** So many rows in an order of their own; two of them at a time are of the same second. */
const rowsOf = (size: number): NewRow[] =>
  Array.from({ length: size }, (_, at) => {
    const ms = start - (((at * 7919) % size) >> 1) * second;
    return {
      ms,
      at: `${new Date(ms).toISOString().slice(0, 19)}Z`,
      name: `n-${String((at * 6133) % size).padStart(4, '0')}`,
    };
  });

type Row = Record<string, string>;
interface Page {
  rows: Row[];
  next: string;
}

test('every list of the document is tried, or it is said where', () => {
  expect(lists.map(({ key }) => key).toSorted()).toEqual(
    [...Object.keys(sources), ...Object.keys(elsewhere), ...short].toSorted(),
  );
});

async function ask(list: DeployedRoute, query: Record<string, string>): Promise<Page> {
  const params = Object.fromEntries(kindsOf(list.path).map(([name, kind]) => [name, ground.mine[kind] ?? '']));
  const body = await expectStatus(200, call(await handlerOf(list), { bearer: owner.bearer, params, query }));
  const rows = Object.values(body).find((field) => Array.isArray(field)) as Row[];
  return { rows, next: body.next_cursor };
}

async function pagesOf(list: DeployedRoute, query: Record<string, string>): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let cursor = ''; ; ) {
    const page = await ask(list, { ...query, ...(cursor && { cursor }) });
    pages.push(page.rows);
    cursor = page.next;
    if (cursor === '') return pages;
  }
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id, message = '' }) => id ?? message);
const ageOf = (row: Row) => row.created_at ?? row.at ?? row.due_at ?? row.found_at ?? '';
const nameOf = (row: Row) => row.username ?? row.url ?? row.name ?? row.email ?? row.id ?? '';

describe.each(lists.filter(({ key }) => key in sources).map((list) => [list.key, list] as const))('%s', (key, list) => {
  const shape = list.route.query instanceof z.ZodObject ? list.route.query.shape : {};
  const takes = (query: Record<string, string>) => (list.route.query as z.ZodType).safeParse(query).success;
  const orders = ['created_at', '-created_at', 'name'].filter((sort) => takes({ sort }));
  /** The audit log shows its newest 200 entries (contract 4.9). */
  const most = key === 'listAuditLogs' ? 200 : Number.POSITIVE_INFINITY;

  const isInOrder = (rows: readonly Row[], sort: string) => {
    const places = rows.map(sort === 'name' ? nameOf : ageOf);
    const sorted = places.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(places).toEqual(sort === '-created_at' ? sorted.toReversed() : sorted);
  };

  test.each(sizes)(
    '%i rows, in each order',
    async (size) => {
      const before = idsOf((await pagesOf(list, { limit: '200' })).flat());
      await add(key, rowsOf(size));
      const expected = [...before, ...written.map(({ id }) => id)];
      for (const sort of orders) {
        const pages = await pagesOf(list, { sort, limit: '200' });
        const rows = pages.flat();
        if (most === Number.POSITIVE_INFINITY) expect(idsOf(rows).toSorted()).toEqual(expected.toSorted());
        else expect(rows.length).toBe(Math.min(most, expected.length));
        isInOrder(rows, sort);
        // Full pages but for the last, which has the rest and says that it is the last.
        expect(pages.map((page) => page.length)).toEqual(sizesOf(rows.length, 200));
        if (size < 1200 || sort === orders[0])
          expect(idsOf((await pagesOf(list, { sort, limit: '50' })).flat())).toEqual(idsOf(rows));
        for (const limit of [1, 5])
          expect(idsOf((await ask(list, { sort, limit: `${limit}` })).rows)).toEqual(idsOf(rows.slice(0, limit)));
        const whole = await ask(list, { sort, limit: `${Math.min(rows.length, 200)}` });
        expect([whole.rows.length, whole.next === '']).toEqual([Math.min(rows.length, 200), rows.length <= 200]);
      }
      const usual = shape.sort?.safeParse(undefined).data;
      const limit = shape.limit?.safeParse(undefined).data as number;
      const { rows } = await ask(list, { sort: String(usual), limit: `${limit}` });
      expect(idsOf((await ask(list, {})).rows)).toEqual(idsOf(rows));
      if (size === 1200) await leavesFew();
    },
    60_000,
  );

  /** Filters that leave few of the rows. */
  async function leavesFew(): Promise<void> {
    const byAge = written.toSorted((a, b) => a.row.ms - b.row.ms);
    const few = [byAge[0], byAge[600], byAge[1199]].flatMap((one) => one ?? []);
    const ids = few.map(({ id }) => id);
    if (takes({ id: 'a' })) await leaves(ids, { id: ids.join(',') });
    // The log of the platform is searched by other attributes than names.
    const [, middle] = few;
    if (middle && takes({ q: 'a', name: 'a' })) await leaves([middle.id], { q: middle.row.name });
  }

  /** A page reads 1,000 rows, so that two of them may be needed, and the first may be empty. */
  async function leaves(ids: string[], filter: Record<string, string>) {
    for (const sort of orders) {
      const pages = await pagesOf(list, { sort, ...filter });
      expect(idsOf(pages.flat()).toSorted()).toEqual(ids.toSorted());
      expect(pages.length).toBeLessThanOrEqual(2);
    }
  }

  test('rows that come and go between two pages hide and repeat no other', async () => {
    for (const sort of orders) {
      await add(key, rowsOf(60));
      const whole = (await pagesOf(list, { sort, limit: '200' })).flat();
      const first = await ask(list, { sort, limit: '9' });
      // The last one shown, one before it, and the next one to come.
      const gone = new Set([8, 4, 9].map((at) => whole[at]?.id));
      await drop(written.filter(({ id }) => gone.has(id)));
      const stay = idsOf(whole).filter((id) => written.some((one) => one.id === id));
      const came = [1, 10, 20, 59].map((age, at) => ({
        ms: start - age * second + 500,
        at: `${new Date(start - age * second).toISOString().slice(0, 19)}Z`,
        name: `n-00${age}-late-${at}`,
      }));
      await add(key, came);
      const seen = idsOf(first.rows);
      for (let cursor = first.next; cursor; ) {
        const page = await ask(list, { sort, limit: '7', cursor });
        seen.push(...idsOf(page.rows));
        cursor = page.next;
      }
      expect([sort, new Set(seen).size]).toEqual([sort, seen.length]);
      expect([sort, stay.filter((id) => !seen.includes(id))]).toEqual([sort, []]);
      await drop(written);
    }
  });
});

/** The sizes of the pages of so many rows. */
const sizesOf = (rows: number, limit: number): number[] =>
  Array.from({ length: Math.max(1, Math.ceil(rows / limit)) }, (_, at) => Math.min(limit, rows - at * limit));
