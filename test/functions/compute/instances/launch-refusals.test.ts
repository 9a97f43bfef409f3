import { beforeAll, describe, expect, test } from 'vitest';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launchBody } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

const key = 'key-01kanx7m3v5q8w2c4d6f7g9h1j';
const vpc = 'vpc-01kanx7m3v5q8w2c4d6f7g9h1j';
const label = 'must be an RFC 1123 hostname: labels of letters, digits and inner hyphens, joined by dots';
const images = '(see GET /compute/images)';
const tags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));
const tagKey = 'a key is 1 to 63 of A-Z a-z 0-9 . _ : / -';

type Row = [what: string, changes: object, status: number, code: string, message: string | RegExp];

const rows: Row[] = [
  ['no name', { name: undefined }, 400, 'validation_failed', 'name: is required (a string)'],
  ['an empty name', { name: '' }, 400, 'validation_failed', `name: "" ${label}`],
  ['a name with a space', { name: 'my web' }, 400, 'validation_failed', `name: "my web" ${label}`],
  ['a name with an underscore', { name: 'my_web' }, 400, 'validation_failed', `name: "my_web" ${label}`],
  ['a name that begins with a hyphen', { name: '-web' }, 400, 'validation_failed', `name: "-web" ${label}`],
  ['a name that ends with a hyphen', { name: 'web-' }, 400, 'validation_failed', `name: "web-" ${label}`],
  ['a name with an empty label', { name: 'a..b' }, 400, 'validation_failed', `name: "a..b" ${label}`],
  ['a name that is not ASCII', { name: 'wéb' }, 400, 'validation_failed', `name: "wéb" ${label}`],
  ['a name with a line break', { name: 'web\n' }, 400, 'validation_failed', `name: "web\\n" ${label}`],
  [
    'a name of 64 characters',
    { name: 'a'.repeat(64) },
    400,
    'validation_failed',
    /^name: "a{64}" must have at most 63 characters/,
  ],
  ['a number for a name', { name: 7 }, 400, 'validation_failed', 'name: 7 must be a string'],
  ['null for a name', { name: null }, 400, 'validation_failed', 'name: null must be a string'],
  [
    'an unknown type',
    { instance_type_id: 'x' },
    400,
    'validation_failed',
    'instance_type_id: unknown instance type "x" (see GET /compute/instance-types)',
  ],
  ['an unknown image', { image_id: 'x' }, 400, 'validation_failed', `image_id: unknown image "x" ${images}`],
  [
    'an image that no host can boot',
    { image_id: 'alpine-3.22' },
    400,
    'validation_failed',
    `image_id: image alpine-3.22 is not available: this host has no alpine ${images}`,
  ],
  [
    'an image that no host offers',
    { image_id: 'almalinux-9' },
    400,
    'validation_failed',
    `image_id: image almalinux-9 is not available: no host offers it ${images}`,
  ],
  ['an absent SSH key', { ssh_key_id: key }, 404, 'not_found', `ssh key ${key} not found`],
  ['an SSH key that is no id', { ssh_key_id: 'laptop' }, 404, 'not_found', 'ssh key laptop not found'],
  ['an empty SSH key', { ssh_key_id: '' }, 400, 'validation_failed', /^ssh_key_id: "" must have at least 1 characters/],
  ['an absent VPC', { vpc_id: vpc }, 404, 'not_found', `vpc ${vpc} not found`],
  ['an empty VPC', { vpc_id: '' }, 400, 'validation_failed', /^vpc_id: "" must have at least 1 characters/],
  ['an absent snapshot', { image_id: 'snap-1' }, 404, 'not_found', 'snapshot snap-1 not found'],
  ['an absent elastic IP', { elastic_ip_id: 'eip-1' }, 404, 'not_found', 'elastic ip eip-1 not found'],
  ['an unknown field', { flavor: 'x' }, 400, 'unknown_field', 'unknown field "flavor"'],
  [
    'several mistakes at once',
    { name: 7, ttl_hours: 'x' },
    400,
    'validation_failed',
    'name: 7 must be a string; ttl_hours: "x" must be a number',
  ],
  ['no life at all', { ttl_hours: 0 }, 400, 'validation_failed', 'ttl_hours: 0 must be at least 1'],
  ['over 30 days of life', { ttl_hours: 721 }, 400, 'validation_failed', 'ttl_hours: 721 must be at most 720'],
  ['half an hour of life', { ttl_hours: 0.5 }, 400, 'validation_failed', 'ttl_hours: 0.5 must be an integer'],
  ['21 tags', { tags: tags(21) }, 400, 'validation_failed', 'tags: at most 20 tags'],
  ['a tag key with a space', { tags: { 'a b': '' } }, 400, 'validation_failed', `tags.a b: ${tagKey}`],
  [
    'a tag key of 64 characters',
    { tags: { ['k'.repeat(64)]: '' } },
    400,
    'validation_failed',
    `tags.${'k'.repeat(64)}: ${tagKey}`,
  ],
  [
    'a tag value of 129 characters',
    { tags: { k: 'v'.repeat(129) } },
    400,
    'validation_failed',
    /must have at most 128 characters/,
  ],
  ['a tag that is no text', { tags: { k: 1 } }, 400, 'validation_failed', 'tags.k: 1 must be a string'],
  ['a list of tags', { tags: [] }, 400, 'validation_failed', 'tags: must be a JSON object'],
  [
    '"yes" for protection',
    { termination_protection: 'yes' },
    400,
    'validation_failed',
    'termination_protection: "yes" must be true or false',
  ],
  [
    'user data of 65537 bytes in fewer characters',
    { user_data: `${'é'.repeat(32_768)}x` },
    400,
    'validation_failed',
    /^user_data: .*has 65537 bytes \(at most 65536\)$/,
  ],
];

let caller: SignedUp;

beforeAll(async () => {
  caller = await signedUp();
  await standInHost();
});

const without = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(x-request-id|ratelimit.*)$/.test(name)));

describe.each(rows)('%s', (_what, changes, status, code, message) => {
  test(`is refused with ${status} ${code}, and a dry run says the same`, async () => {
    const before = await state();
    const body = launchBody(changes);
    const reply = await call(launch, { bearer: caller.bearer, body });
    expect([reply.status, reply.headers['x-error-code']]).toEqual([status, code]);
    expect(reply.body).toEqual({ error: typeof message === 'string' ? message : expect.stringMatching(message) });
    const dry = await call(launch, { bearer: caller.bearer, body, query: { dry_run: 'true' } });
    expect([dry.status, without(dry.headers), dry.body]).toEqual([reply.status, without(reply.headers), reply.body]);
    expect(await state()).toEqual(before);
  });
});

test('what lies just inside the limits is launched', async () => {
  const body = launchBody({
    name: `${'a'.repeat(31)}.${'B-9'.repeat(10)}9`,
    ttl_hours: 720,
    tags: { ...tags(19), ['k'.repeat(63)]: 'v'.repeat(128) },
    user_data: 'é'.repeat(32_768),
  });
  const reply = await call(launch, { bearer: caller.bearer, body });
  expect(reply.body).toMatchObject({ name: body.name, status: 'provisioning' });
  expect(reply.status).toBe(201);
});
