import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, Client, demand } from '#test/support/http/client.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let platform: SharedPlatform;
let hooks: Awaited<ReturnType<typeof receiver>>;
let asha: Client;
let ravi: Client;
/** Ravi, in Asha's account. */
let member: Client;
let account: string;
let invite: { id: string; token: string; join_url: string };
let memberId: string;
let secret: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  hooks = await receiver();
});
afterAll(async () => {
  await hooks?.close();
});

/** The newest mail of a kind that has come to an address. */
const mail = (to: string, kind: string) =>
  eventually(async () => {
    const { messages } = (await ask(platform.baseUrl, `/dev/outbox?to=${encodeURIComponent(to)}`)).body;
    return messages.find((one: { kind: string }) => one.kind === kind) as { code: string; token: string; link: string };
  });

it('an owner verifies their address, and has a webhook told of the team', async () => {
  asha = await Client.register(platform.baseUrl, 'asha@example.com');
  account = (await asha.get('/auth/me')).body.account_id;
  expect((await asha.post('/auth/team/invite', { email: 'ravi@example.com', role: 'viewer' })).status).toBe(403);
  const { code } = await mail('asha@example.com', 'verify_email');
  demand(await asha.post('/auth/verify-email', { code }), 200);
  const webhook = demand(await asha.post('/auth/webhooks', { url: hooks.url }), 201).body;
  secret = webhook.secret;
});

it('invites somebody, who gets a mail and sees what it is for before they sign up', async () => {
  invite = demand(await asha.post('/auth/team/invite', { email: 'ravi@example.com', role: 'developer' }), 201).body;
  const sent = await mail('ravi@example.com', 'team_invite');
  expect(sent).toMatchObject({ token: invite.token, link: invite.join_url });
  const info = await ask(platform.baseUrl, `/auth/team/invite/info?token=${encodeURIComponent(sent.token)}`);
  expect(info.body).toMatchObject({ email: 'r•••@example.com', role: 'developer', status: 'pending' });
});

it('who signs up accepts, and acts in the account as the role allows', async () => {
  ravi = await Client.register(platform.baseUrl, 'ravi@example.com');
  const accepted = demand(await ravi.post('/auth/team/accept', { token: invite.token }), 200).body;
  expect(accepted).toMatchObject({ account_id: account, role: 'developer' });
  memberId = accepted.member_id;
  const session = demand(await ravi.post('/auth/switch-account', { account_id: account }), 200).body;
  member = new Client(platform.baseUrl, ravi.email, session.access_token);
  expect((await member.get('/auth/me')).body).toMatchObject({ type: 'member', account_id: account, role: 'developer' });
  demand(await member.post('/compute/vpcs', { name: 'ravis' }), 201);
  const { vpcs } = (await asha.get('/compute/vpcs')).body;
  expect(vpcs.map(({ name }: { name: string }) => name)).toContain('ravis');
  const refused = await member.post('/auth/team/invite', { email: 'eve@example.com', role: 'viewer' });
  expect(refused.status).toBe(403);
  expect(refused.body.error).toBe(
    `user ravi@example.com is not authorised to perform team:InviteMember on srn:team::${account}:team`,
  );
});

it('is removed, and is out at the next request', async () => {
  demand(await asha.remove(`/auth/team/members/${memberId}`), 200);
  expect((await member.get('/compute/vpcs')).status).toBe(401);
  expect((await ravi.post('/auth/switch-account', { account_id: account })).status).toBe(404);
  expect((await ravi.get('/compute/vpcs')).status).toBe(200);
});

it('the webhook has heard of all of it, in signed requests', async () => {
  await advance(platform.baseUrl, 60);
  const told = await eventually(() => hooks.received.length >= 4 && hooks.received);
  const types = told.map(({ body }) => JSON.parse(body).type);
  expect(types.sort()).toEqual(['team.invite_created', 'team.member_joined', 'team.member_removed', 'vpc.created']);
  for (const { headers, body } of told) {
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-svc-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
  }
});

it('and the audit log shows who did what', async () => {
  const { audit_logs } = (await asha.get('/auth/audit-logs?service=auth')).body;
  const lines = audit_logs.map((one: { actor: { name: string }; action: string; status: number }) =>
    [one.actor.name, one.action, one.status].join(' '),
  );
  expect(lines).toEqual([
    'asha@example.com team:RemoveMember 200',
    'ravi@example.com team:InviteMember 403',
    'ravi@example.com switchAccount 200',
    'ravi@example.com acceptInvite 200',
    'asha@example.com team:InviteMember 201',
    'asha@example.com notifications:CreateWebhook 201',
    'asha@example.com verifyEmail 200',
    'asha@example.com team:InviteMember 403',
    'asha@example.com register 201',
  ]);
});
