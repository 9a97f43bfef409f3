import { afterAll, beforeAll, describe, test } from 'vitest';
import { Bench, bucketOf, type Ground, ground, type Story, tell } from '#test/support/terraform/story.ts';
import { isInstalled } from '#test/support/terraform/workspace.ts';

/* Buckets, users and the account itself, by the real Terraform, against a running platform. */

let at: Ground;
beforeAll(async () => {
  at = await ground();
  await bucketOf(at.client, 'shelf');
  await bucketOf(at.client, 'shelf-two');
});
afterAll(() => at?.remove());

const user = 'resource "svc_iam_user" "u" {\n  username = "robot"\n}\n';
const group = 'resource "svc_iam_group" "g" {\n  name = "robots"\n}\n';
const documentOf = (action: string) => `jsonencode({
    Version   = "2026-11-01"
    Statement = [{ Effect = "Allow", Action = ["${action}"], Resource = "*" }]
  })`;
const policy = `resource "svc_iam_policy" "p" {\n  name = "read"\n  document = ${documentOf('compute:GetVpc')}\n}\n`;
const bucketPolicy = (effect: string) => `jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "${effect}", Principal = "*", Action = "s3:GetObject", Resource = "arn:aws:s3:::shelf/*" }]
  })`;
const rule = (days: number) => ({ id: 'old', enabled: true, expire_days: days });

const stories: Record<string, Story> = {
  bucket: {
    first: 'name = "crate"',
    changed: 'name = "crate"\n  versioning = "enabled"\n  quota = { max_objects = 10 }\n  tags = { env = "dev" }',
    drift: () => ['PATCH', '/storage/buckets/crate', { tags: {} }],
    anew: 'name = "crates"\n  acl = "private"',
    gone: () => ['DELETE', '/storage/buckets/crates'],
  },
  bucket_key: {
    first: 'bucket = "shelf"\n  name = "app"\n  permission = "read"',
    lost: ['secret_key'],
    changed: 'bucket = "shelf"\n  name = "service"\n  permission = "readwrite"\n  status = "inactive"',
    drift: ({ access_key_id }) => ['PATCH', `/storage/buckets/shelf/access-keys/${access_key_id}`, { name: 'outside' }],
    anew: 'bucket = "shelf"\n  name = "service"\n  permission = "read"\n  prefix = "a/"',
    gone: ({ access_key_id }) => ['DELETE', `/storage/buckets/shelf/access-keys/${access_key_id}`],
  },
  bucket_policy: {
    first: `bucket = "shelf"\n  policy = ${bucketPolicy('Allow')}`,
    changed: `bucket = "shelf"\n  policy = ${bucketPolicy('Deny')}`,
    drift: ({ bucket }) => [
      'PUT',
      `/storage/buckets/${bucket}/policy`,
      {
        policy: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Deny', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::shelf/b/*' }],
        },
      },
    ],
    gone: ({ bucket }) => ['DELETE', `/storage/buckets/${bucket}/policy`],
  },
  bucket_cors: {
    first: 'bucket = "shelf"\n  rules = [{ allowed_origins = ["https://a.example"], allowed_methods = ["GET"] }]',
    changed: `bucket = "shelf"
  rules = [{ allowed_origins = ["https://a.example"], allowed_methods = ["GET", "PUT"], max_age_seconds = 60 }]`,
    drift: () => [
      'PUT',
      '/storage/buckets/shelf/cors',
      { rules: [{ allowed_origins: ['*'], allowed_methods: ['GET'] }] },
    ],
    anew: 'bucket = "shelf-two"\n  rules = [{ allowed_origins = ["https://a.example"], allowed_methods = ["GET"] }]',
    gone: ({ bucket }) => ['DELETE', `/storage/buckets/${bucket}/cors`],
  },
  bucket_lifecycle: {
    first: 'bucket = "shelf"\n  rules = [{ id = "old", enabled = true, expire_days = 30 }]',
    changed: 'bucket = "shelf"\n  rules = [{ id = "old", enabled = true, prefix = "tmp/", expire_days = 7 }]',
    drift: () => ['PUT', '/storage/buckets/shelf/lifecycle', { rules: [rule(1)] }],
    gone: ({ bucket }) => ['DELETE', `/storage/buckets/${bucket}/lifecycle`],
  },
  iam_user: {
    first: 'username = "person"\n  password = "correct horse battery staple"\n  password_version = 1',
    changed: `username = "person"\n  password = "another horse battery staple"\n  password_version = 2
  description = "A person"\n  tags = { team = "a" }`,
    drift: () => ['PATCH', '/auth/iam/users/person', { description: 'outside' }],
    anew: 'username = "human"',
    gone: () => ['DELETE', '/auth/iam/users/human'],
  },
  iam_access_key: {
    beside: user,
    first: 'username = svc_iam_user.u.username',
    lost: ['secret_key'],
    changed: 'username = svc_iam_user.u.username\n  description = "for CI"\n  status = "inactive"',
    drift: ({ access_key_id }) => [
      'PATCH',
      `/auth/iam/users/robot/access-keys/${access_key_id}`,
      { description: 'outside' },
    ],
    gone: ({ access_key_id }) => ['DELETE', `/auth/iam/users/robot/access-keys/${access_key_id}`],
  },
  iam_group: {
    first: 'name = "staff"',
    anew: 'name = "staff"\n  description = "All of us"',
    gone: () => ['DELETE', '/auth/iam/groups/staff'],
  },
  iam_group_membership: {
    beside: user + group,
    first: 'group = svc_iam_group.g.name\n  username = svc_iam_user.u.username',
    gone: () => ['DELETE', '/auth/iam/groups/robots/members/robot'],
  },
  iam_policy: {
    first: `name = "write"\n  document = ${documentOf('compute:*')}`,
    named: 'write',
    changed: `name = "write"\n  document = ${documentOf('storage:*')}\n  description = "Storage"`,
    anew: `name = "writes"\n  document = ${documentOf('storage:*')}`,
    gone: ({ id }) => ['DELETE', `/auth/iam/policies/${id}`],
  },
  iam_user_policy_attachment: {
    beside: user + policy,
    first: 'username = svc_iam_user.u.username\n  policy_id = svc_iam_policy.p.id',
    gone: ({ policy_id }) => ['DELETE', `/auth/iam/users/robot/policies/${policy_id}`],
  },
  iam_group_policy_attachment: {
    beside: group + policy,
    first: 'group = svc_iam_group.g.name\n  policy_id = svc_iam_policy.p.id',
    gone: ({ policy_id }) => ['DELETE', `/auth/iam/groups/robots/policies/${policy_id}`],
  },
  password_policy: {
    first: 'min_length = 14',
    changed: 'min_length = 16\n  require_number = true',
    drift: () => ['PUT', '/auth/account/password-policy', { min_length: 20 }],
  },
  team_invite: {
    first: 'email = "someone@example.com"\n  role = "viewer"',
    lost: ['token', 'join_url'],
    anew: 'email = "other@example.com"\n  role = "viewer"',
    gone: ({ id }) => ['DELETE', `/auth/team/invites/${id}`],
  },
  webhook: {
    first: 'url = "https://hooks.example.com/in"\n  event_types = ["instance.*", "billing.low_balance"]',
    lost: ['secret'],
    changed: 'url = "https://hooks.example.com/in"\n  description = "all"\n  event_types = ["billing.low_balance"]',
    drift: ({ id }) => ['PATCH', `/auth/webhooks/${id}`, { description: 'outside' }],
    gone: ({ id }) => ['DELETE', `/auth/webhooks/${id}`],
  },
  budget: {
    first: 'monthly_limit_paise = 500000',
    changed: 'monthly_limit_paise = 600000\n  alert_percents = [90, 50]',
    drift: () => ['PUT', '/auth/billing/budget', { monthly_limit_paise: 100 }],
    gone: () => ['PUT', '/auth/billing/budget', { monthly_limit_paise: null }],
  },
};

describe.runIf(isInstalled)('Terraform', () => {
  test.each(Object.entries(stories))('svc_%s: applied, imported, changed, drifted, destroyed', async (noun, story) => {
    const bench = await Bench.of(at);
    await tell(bench, noun, story);
    await bench.folder.remove();
  });
});
