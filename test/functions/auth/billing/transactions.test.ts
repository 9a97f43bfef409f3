import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '#functions/auth/billing/list-transactions.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { credit, posting, usage } from '#test/support/billing/wallets.ts';

let user: SignedUp;
const made: string[] = [];
beforeAll(async () => {
  user = await signedUp();
  for (let at = 1; at <= 5; at += 1) {
    made.push((await posting(user.account_id, usage(`hour#${at}`, at))).entry.id);
    made.push((await posting(user.account_id, credit(`gift#${at}`, 10 * at))).entry.id);
  }
});

const listed = (query: Record<string, string> = {}) => call(list, { bearer: user.bearer, query });
const ids = async (query: Record<string, string>) =>
  (await listed(query)).body.transactions.map(({ id }: { id: string }) => id);

/** Every page from the first on, put together. */
async function pages(query: Record<string, string>): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | undefined; cursor !== ''; ) {
    const { body } = await listed({ ...query, ...(cursor && { cursor }) });
    found.push(body.transactions.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor as string;
  }
  return found;
}

test('credits, newest first, each with the balance after it', async () => {
  const { status, body } = await listed();
  expect(status).toBe(200);
  expect(body.next_cursor).toBe('');
  expect(body.transactions).toHaveLength(6);
  expect(body.transactions[0]).toEqual({
    id: made.at(-1),
    account_id: user.account_id,
    type: 'credit',
    amount_paise: 50,
    balance_after_paise: 50_000 - 15 + 150,
    currency: 'INR',
    description: 'credit',
    order_id: null,
    invoice_id: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  expect(body.transactions.at(-1)).toMatchObject({ description: 'sign-up credit', amount_paise: 50_000 });
});

describe('with debits', () => {
  test.each(['created_at', '-created_at'])('pages by %s neither repeat nor leave out any', async (sort) => {
    const found = await pages({ include: 'debits', limit: '3', sort });
    expect(found.map((page) => page.length)).toEqual([3, 3, 3, 2]);
    const inOrder = found.flat();
    expect(inOrder).toEqual(sort === 'created_at' ? inOrder.toSorted() : inOrder.toSorted().reverse());
    expect(inOrder).toEqual(expect.arrayContaining(made));
  });

  test('a page of types is cut where it must be', async () => {
    expect((await pages({ type: 'usage', limit: '2' })).map((page) => page.length)).toEqual([2, 2, 1]);
    expect(await ids({ type: 'usage,credit' })).toHaveLength(11);
    expect(await ids({ type: 'topup' })).toEqual([]);
  });
});

test('a period has both its ends', async () => {
  const { body } = await listed({ include: 'debits' });
  const [{ created_at: newest }] = body.transactions;
  expect(await ids({ from: newest, to: newest, include: 'debits' })).toContain(made.at(-1));
  expect(await ids({ to: '2020-01-01' })).toEqual([]);
  expect(await ids({ from: '1900-01-01' })).toHaveLength(6);
});

test.each([
  [{ type: 'credit,gift' }, 'type: "credit,gift" is not one of topup, credit, refund, adjustment, usage'],
  [{ from: '2026-11-22', to: '2026-11-21' }, 'from: "2026-11-22" must not be after to'],
  [{ from: '9999-01-01T00:00:00Z', to: '0001-01-01' }, 'from: "9999-01-01T00:00:00Z" must not be after to'],
  [{ from: '2026-13-01' }, 'from: "2026-13-01" must be a time (2026-11-21T04:10:00Z) or a day in IST (2026-11-21)'],
  [{ include: 'everything' }, 'include'],
  [{ limit: '0' }, 'limit'],
  [{ cursor: 'x.y' }, 'cursor: not valid for this request'],
])('400 for %j', async (query, error) => {
  const { status, body } = await listed(query as Record<string, string>);
  expect(status).toBe(400);
  expect(body.error).toContain(error);
});
