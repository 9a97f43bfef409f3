import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as list } from '#functions/auth/activity/list.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as deleteVpc } from '#functions/compute/vpcs/delete.ts';
import { handler as activitySchedule } from '#functions/scheduled/activity.ts';
import type { ActivityEvent } from '#lib/model/platform/activity.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { iamBearer, invited } from '#test/support/accounts/teams.ts';

let owner: SignedUp;
beforeAll(async () => {
  await signedUp();
});
beforeEach(async () => {
  owner = await verified();
});

const vpc = async (name: string): Promise<{ id: string }> =>
  (await call(createVpc, { bearer: owner.bearer, body: { name } })).body;
const feed = async (query: Record<string, string> = {}, bearer = owner.bearer): Promise<ActivityEvent[]> => {
  const reply = await call(list, { bearer, query });
  expect(reply.status).toBe(200);
  return reply.body.events;
};
const types = (events: ActivityEvent[]) => events.map(({ type }) => type);

/** The events after this moment. */
async function since<T>(work: () => Promise<T>): Promise<ActivityEvent[]> {
  const after = (await feed()).at(-1)?.id;
  await work();
  return feed(after === undefined ? {} : { after });
}

describe('what the feed holds', () => {
  test('a creation and a deletion, in order, with who did it and by which request', async () => {
    const made = await call(createVpc, { bearer: owner.bearer, body: { name: 'net-1' } });
    const gone = await call(deleteVpc, { bearer: owner.bearer, params: { id: made.body.id } });
    expect(gone.status).toBe(200);
    const [created, deleted] = (await feed({ type: 'vpc.created,vpc.deleted' })).slice(-2);
    expect(created).toEqual({
      id: expect.stringMatching(/^evt-[0-9a-z]{26}$/),
      at: made.body.created_at,
      type: 'vpc.created',
      resource: `srn:compute:in-mum:${owner.account_id}:vpc/${made.body.id}`,
      name: 'net-1',
      status: null,
      actor: owner.email,
      request_id: made.headers['x-request-id'],
      message: 'vpc net-1: created',
    });
    expect(deleted).toMatchObject({ type: 'vpc.deleted', request_id: gone.headers['x-request-id'], status: null });
  });

  test('what was refused is not in it, nor is what changed neither status nor existence', async () => {
    await vpc('twice');
    const events = await since(() => call(createVpc, { bearer: owner.bearer, body: { name: 'twice' } }));
    expect(events).toEqual([]);
  });

  test('one account does not see the events of another', async () => {
    const other = await verified();
    const events = await since(() => call(createVpc, { bearer: other.bearer, body: { name: 'theirs' } }));
    expect(events).toEqual([]);
  });

  test('nothing of an event is left over, and no secret or user data is in one', async () => {
    await invited(owner, newEmail());
    await activitySchedule();
    const items = (await allItems()).filter(({ pk }) => pk.includes(owner.account_id));
    expect(items.filter(({ pk }) => pk.startsWith('UNPLACED#'))).toEqual([]);
    const events = items.filter(({ pk }) => pk.endsWith('#feed'));
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events)).not.toMatch(/token|secret|password/);
  });
});

describe('reading on', () => {
  test('after an event come those that followed it, and nothing else', async () => {
    await vpc('a');
    const [last] = (await feed()).slice(-1);
    expect(await feed({ after: last?.id ?? '' })).toEqual([]);
    await vpc('b');
    expect(types(await feed({ after: last?.id ?? '' }))).toEqual(['vpc.created']);
  });

  test('pages of one follow each other to the end', async () => {
    const [start] = await feed();
    for (const name of ['a', 'b', 'c']) await vpc(name);
    const names = [];
    let query: Record<string, string> = { after: start?.id ?? '' };
    for (let cursor = 'first'; cursor !== ''; query = { cursor }) {
      const { body } = await call(list, { bearer: owner.bearer, query: { ...query, limit: '1', type: 'vpc.*' } });
      names.push(...body.events.map(({ name }: ActivityEvent) => name));
      cursor = body.next_cursor;
    }
    expect(names).toEqual(['a', 'b', 'c']);
  });

  test('commits at the same time are all in it, once, however many processes place them', async () => {
    const names = Array.from({ length: 4 }, (_, i) => `at-once-${i}`);
    const events = await since(() =>
      Promise.all([...names.map(vpc), activitySchedule(), activitySchedule(), activitySchedule()]),
    );
    expect(events.map(({ name }) => name).sort()).toEqual(names);
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  test('Prefer: wait holds an empty reply until something happens', async () => {
    const [last] = (await feed()).slice(-1);
    const waiting = call(list, {
      bearer: owner.bearer,
      query: { after: last?.id ?? '' },
      headers: { prefer: 'wait=20' },
    });
    await vpc('later');
    const reply = await waiting;
    expect(reply.body.events.map(({ name }: ActivityEvent) => name)).toEqual(['later']);
    expect(reply.headers['preference-applied']).toBe('wait=20');
  });

  test('a resource can be followed by its SRN', async () => {
    const { id } = await vpc('mine');
    await vpc('another');
    const resource = `srn:compute:in-mum:${owner.account_id}:vpc/${id}`;
    expect((await feed({ resource })).map(({ name }) => name)).toEqual(['mine']);
  });
});

describe('refusals', () => {
  test.each([
    [{ type: 'vpc.exploded' }, 'type: "vpc.exploded" names an unknown event type'],
    [{ limit: '0' }, 'limit: '],
    [{ after: 'i-1' }, 'after: '],
    [{ colour: 'red' }, 'unknown query parameter "colour"'],
  ])('%j', async (query, start) => {
    const reply = await call(list, { bearer: owner.bearer, query });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toContain(start);
  });

  test('it needs audit:ListActivity', async () => {
    const { bearer } = await iamBearer(owner.account_id, [
      { Effect: 'Allow', Action: 'audit:ListLogs', Resource: '*' },
    ]);
    const reply = await call(list, { bearer });
    expect(reply.status).toBe(403);
    expect(reply.body.error).toContain('audit:ListActivity');
  });

  test('who may not list members sees no team events, and is refused where they name them', async () => {
    await invited(owner, newEmail());
    await vpc('seen');
    const { bearer } = await iamBearer(owner.account_id, [
      { Effect: 'Allow', Action: 'audit:ListActivity', Resource: '*' },
    ]);
    const seen = types(await feed({}, bearer));
    expect(seen).toContain('vpc.created');
    expect(seen.filter((type) => /^(team|iam|billing)\./.test(type))).toEqual([]);
    const named = await call(list, { bearer, query: { type: 'team.invite_created' } });
    expect(named.status).toBe(403);
    expect(named.body.error).toContain('team:ListMembers');
  });
});
