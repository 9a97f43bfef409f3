import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#lib/model/platform/ids.ts';
import { overdue } from '#lib/store/platform/due-operations.ts';
import { putDeadline } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { testTable } from '#lib/testing/functions/table.ts';

const now = Date.parse('2026-11-30T10:00:00Z');
const operations = Array.from({ length: 40 }, (_, at) => newId('operation', new Date(at)));

beforeEach(async () => {
  await testTable();
});
afterEach(() => vi.unstubAllEnvs());

test.each([[undefined], ['8']])('overdue operations are listed in their order, with %s shards', async (count) => {
  vi.stubEnv('SVC_SHARDS', count);
  const same = 4;
  // Several have one deadline.
  const times = operations.map((_, at) => now - 1000 + Math.floor(at / same));
  const of = { machine: 'launch', account_id: '123456789012', instance_id: 'i-1' };
  await transact(operations.map((operation, at) => putDeadline({ ...of, operation, due: times[at] ?? 0 })));
  for (const newestFirst of [false, true]) {
    const seen: string[] = [];
    let after: { id: string; name: string } | undefined;
    for (let isMore = true; isMore; ) {
      const page = await overdue(now, { after, limit: 3, newestFirst });
      seen.push(...page.rows.map(({ operation }) => operation));
      const last = page.rows.at(-1);
      after = last && { id: last.operation, name: String(last.due) };
      isMore = page.isMore;
    }
    expect(seen).toEqual(newestFirst ? [...operations].reverse() : operations);
  }
});
