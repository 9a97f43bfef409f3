import { createHmac } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as removeMember } from '#functions/auth/team/remove.ts';
import { handler as revoke } from '#functions/auth/team/revoke.ts';
import { handler as updateMember } from '#functions/auth/team/update.ts';
import { handler as webhooksSchedule } from '#functions/scheduled/webhooks.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { invited, joined } from '#test/support/accounts/teams.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { hook, shown, typesOf, waiting } from './hooks.ts';

let owner: SignedUp;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  process.env.SVC_MODE = 'local';
  await signedUp();
});
beforeEach(async () => {
  owner = await verified();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function listening(answer?: (nth: number) => number | undefined) {
  const one = await receiver(answer);
  open.push(one);
  return one;
}

test('what happens in a team is told in order, signed, once', async () => {
  const { url, received } = await listening();
  const { secret, id } = await hook(owner, url);
  const { id: invite } = await invited(owner, newEmail());
  await call(revoke, { bearer: owner.bearer, params: { id: invite } });
  const { member_id } = await joined(owner);
  await call(updateMember, { bearer: owner.bearer, params: { id: member_id }, body: { role: 'admin' } });
  await call(removeMember, { bearer: owner.bearer, params: { id: member_id } });
  const sent = Math.floor(Date.now() / 1000);
  await Promise.all([webhooksSchedule(), webhooksSchedule()]);
  await webhooksSchedule();
  const expected = [
    'invite_created',
    'invite_revoked',
    'invite_created',
    'member_joined',
    'member_updated',
    'member_removed',
  ];
  expect(typesOf(received).sort()).toEqual(expected.map((name) => `team.${name}`).sort());
  expect(await waiting(owner.account_id)).toEqual([]);
  for (const { method, url: path, headers, body } of received) {
    expect({ method, path }).toEqual({ method: 'POST', path: '/hook' });
    const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-svc-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
    expect(Number(t)).toBeGreaterThanOrEqual(sent);
    expect(Number(t)).toBeLessThanOrEqual(Date.now() / 1000);
    const event = JSON.parse(body);
    expect(event).toMatchObject({
      id: headers['x-svc-event-id'],
      type: headers['x-svc-event'],
      account_id: owner.account_id,
    });
    expect(headers['content-type']).toBe('application/json');
  }
  const { deliveries } = await shown(owner, id);
  expect(deliveries).toHaveLength(6);
  expect(deliveries[0]).toEqual({
    id: expect.stringMatching(/^dlv-/),
    event_id: expect.stringMatching(/^evt-/),
    event_type: expect.any(String),
    attempt: 1,
    at: expect.stringMatching(/Z$/),
    status: 'succeeded',
    response_status: 200,
    error: null,
    duration_ms: expect.any(Number),
    next_attempt_at: null,
  });
});

test('one scheduled task tells a webhook of things in the order in which they happened', async () => {
  const { url, received } = await listening();
  await hook(owner, url);
  const emails = Array.from({ length: 5 }, newEmail);
  for (const email of emails) await invited(owner, email);
  await webhooksSchedule();
  const told = received.map(({ body }) => JSON.parse(body));
  expect(told.map(({ data }) => data.email)).toEqual(emails);
  expect(told[0].data).not.toHaveProperty('token');
});

test('it hears of what it asked for, and of its own account alone', async () => {
  const { url, received } = await listening();
  await hook(owner, url, ['team.member_joined']);
  await joined(owner);
  await joined(await verified());
  await webhooksSchedule();
  expect(typesOf(received)).toEqual(['team.member_joined']);
});

test('what was refused is not told', async () => {
  const { url, received } = await listening();
  const email = newEmail();
  await invited(owner, email);
  await webhooksSchedule();
  await hook(owner, url);
  await expect(invited(owner, email)).rejects.toThrow(/already has a pending invite/);
  await webhooksSchedule();
  expect(received).toEqual([]);
});
