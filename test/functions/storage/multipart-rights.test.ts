import { beforeAll, expect, test } from 'vitest';
import { srn } from '#lib/model/platform/principal.ts';
import type { Reply, SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Banned, banned } from '#test/support/accounts/banned.ts';
import { callerOf, newIamCaller, newPolicy, refusal } from '#test/support/accounts/iam.ts';
import { newBucket } from '#test/support/storage/objects.ts';
import { begun, KEY, uploadsOf } from './multipart-support.ts';

let owner: SignedUp;
let bound: Banned;
let name: string;
let upload_id: string;
beforeAll(async () => {
  owner = await verified();
  bound = await banned(owner);
  name = await newBucket(owner);
  ({ upload_id } = await begun(uploadsOf(callerOf(owner), name), 1));
});

type Uploads = ReturnType<typeof uploadsOf>;

const requests: [string, (uploads: Uploads, key?: string) => Promise<Reply>, status: number][] = [
  ['begins', (uploads, key = KEY) => uploads.create({ key, parts: 1 }), 201],
  ['shows', (uploads, key) => uploads.show(upload_id, key), 200],
  ['completes', (uploads, key) => uploads.complete(upload_id, [{ part_number: 1, etag: 'a' }], key), 409],
  ['deletes', (uploads, key) => uploads.remove(upload_id, key, { dry_run: 'true' }), 200],
];

test.each(requests)(
  'a Deny of PutObject or CreatePresignedUrl on its key holds for who %s an upload',
  async (_, ask, passed) => {
    const uploads = uploadsOf(bound.call, name);
    const object = srn('storage', owner.account_id, `bucket/${name}/object/${KEY}`);
    for (const action of ['storage:PutObject', 'storage:CreatePresignedUrl']) {
      await bound.deny(action, `bucket/${name}/object/videos/*`);
      expect(refusal(await ask(uploads))).toEqual(bound.denied(action, object));
    }
    for (const [action, key] of [
      ['storage:PutObject', 'other/*'],
      ['storage:GetObject', 'videos/*'],
      ['storage:DeleteObject', 'videos/*'],
    ]) {
      await bound.deny(action ?? '', `bucket/${name}/object/${key}`);
      expect((await ask(uploads)).status).toBe(passed);
    }
    await bound.deny('storage:GetBucket', `bucket/${name}`);
    expect(refusal(await ask(uploads))[0]).toBe(403);
  },
);

test.each(requests)(
  'an Allow on its key is what who %s an upload needs, before anything is looked up',
  async (_, ask, passed) => {
    const policy = await newPolicy(owner, {
      Action: 'storage:CreatePresignedUrl',
      Resource: srn('storage', owner.account_id, `bucket/${name}/object/videos/*`),
    });
    const alice = await newIamCaller(owner, { policy_ids: [policy] });
    const uploads = uploadsOf(alice.call, name);
    expect((await ask(uploads)).status).toBe(passed);
    const elsewhere = srn('storage', owner.account_id, `bucket/${name}/object/music/a`);
    expect(refusal(await ask(uploads, 'music/a'))).toEqual([
      403,
      'access_denied',
      `user ${alice.username} is not authorised to perform storage:CreatePresignedUrl on ${elsewhere}`,
    ]);
  },
);
