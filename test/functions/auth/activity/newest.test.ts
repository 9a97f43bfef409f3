import { beforeEach, describe, expect, test } from 'vitest';
import { handler as list } from '#functions/auth/activity/list.ts';
import type { ActivityEvent } from '#lib/model/platform/activity.ts';
import { putFeedEvent } from '#lib/store/platform/feed.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { filled, sizes } from '#test/support/table/filled.ts';

let owner: SignedUp;
beforeEach(async () => {
  owner = await verified();
});

const inADay = Math.floor(Date.now() / 1000) + 86_400;

/** Fills the feed. The oldest event is the only one of its type. Answers the ids, oldest first. */
async function fill(size: number): Promise<string[]> {
  const { account_id: account } = owner;
  const rows = filled(size, account);
  const ids = rows.byAge.map(({ id }) => id.replace('vpc-', 'evt-'));
  await rows.written((_, { name }, at) => {
    const event: ActivityEvent = {
      id: ids[at] ?? '',
      at: '2026-11-28T03:00:00Z',
      type: at === 0 ? 'bucket.deleted' : 'bucket.created',
      resource: `srn:storage:in-mum:${account}:bucket/${name}`,
      ...{ name, status: null, actor: 'system', request_id: null, message: `bucket ${name}: made` },
    };
    return putFeedEvent(account, event, inADay);
  });
  return ids;
}

/** A page of the buckets' events: their ids, and what gets the next one. */
async function page(query: Record<string, string>) {
  const { body, status } = await call(list, { bearer: owner.bearer, query });
  expect(status).toBe(200);
  return { ids: body.events.map(({ id }: ActivityEvent) => id), next: body.next_cursor as string };
}

describe.each(sizes)('%i events', (size) => {
  test('without `after` the newest `limit` are shown, oldest first', async () => {
    const ids = await fill(size);
    for (const [limit, type] of [
      [1, 'bucket.*'],
      [5, 'bucket.*'],
      [200, 'bucket.*'],
      [2, 'bucket.created'],
    ] as const)
      expect((await page({ limit: String(limit), type })).ids).toEqual(ids.slice(-limit));
    expect((await page({ type: 'bucket.*' })).ids).toEqual(ids.slice(-50));
  });

  test('cursors lead back to the oldest, page by page, each of them oldest first', async () => {
    const ids = await fill(size);
    const seen: string[] = [];
    let query: Record<string, string> = {};
    for (let next = 'first'; next !== ''; query = { cursor: next }) {
      const one = await page({ ...query, limit: '25', type: 'bucket.*' });
      expect(one.ids).toEqual(one.ids.toSorted());
      seen.unshift(...one.ids);
      next = one.next;
    }
    expect(seen).toEqual(ids);
  });

  test('a filter looks behind the newest thousand', async () => {
    const [oldest] = await fill(size);
    expect(await page({ type: 'bucket.deleted', limit: '5' })).toEqual({ ids: [oldest], next: '' });
  });

  test('after an event all later ones follow, page by page', async () => {
    const ids = await fill(size);
    const seen: string[] = [];
    let query: Record<string, string> = { after: ids[0] ?? '' };
    for (let next = 'first'; next !== ''; query = { cursor: next }) {
      const one = await page({ ...query, limit: '200', type: 'bucket.created' });
      seen.push(...one.ids);
      next = one.next;
    }
    expect(seen).toEqual(ids.slice(1));
  });
});
