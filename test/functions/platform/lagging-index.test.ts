import { beforeEach, expect, test } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as changeRole } from '#functions/auth/team/update.ts';
import { handler as tableStream } from '#functions/scheduled/table-stream.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { hook, shown, waiting } from '#test/functions/auth/webhooks/hooks.ts';
import { invited, joined } from '#test/support/accounts/teams.ts';
import { streamEvent } from '#test/support/http/stream-event.ts';
import { lagIndex } from '#test/support/table/lagging.ts';

let owner: SignedUp;
beforeEach(async () => {
  owner = await verified({ name: 'Asha' });
});

const rolesOf = async (bearer: string): Promise<string[]> =>
  (await call(me, { bearer })).body.accounts.map(({ role }: { role: string }) => role);

test('a member sees the account that they joined, and their role, before the index has them', async () => {
  const known = await joined(owner, 'viewer');
  await lagIndex();
  const { bearer } = await joined(owner, 'developer');
  expect(await rolesOf(bearer)).toEqual(['owner', 'developer']);
  const changed = await call(changeRole, {
    bearer: owner.bearer,
    params: { id: known.member_id },
    body: { role: 'developer' },
  });
  expect(changed.status).toBe(200);
  expect(await rolesOf(known.bearer)).toEqual(['owner', 'developer']);
});

test('the stream sends a webhook an event that the index does not have yet', async () => {
  const { id } = await hook(owner, 'https://hooks.invalid/team', ['team.*']);
  await lagIndex();
  await invited(owner, newEmail());
  await tableStream(streamEvent([`UNPLACED#${owner.account_id}`]));
  const events = (await waiting(owner.account_id)).map(({ pk }) => pk);
  expect(events.length).toBeGreaterThan(0);
  await tableStream(streamEvent(events));
  expect((await shown(owner, id)).deliveries).toMatchObject([
    { attempt: 1, event_type: 'team.invite_created', status: 'failed' },
  ]);
});
