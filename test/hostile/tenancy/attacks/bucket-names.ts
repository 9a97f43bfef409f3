import { expect } from 'vitest';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as post } from '#functions/storage/buckets/presign-post.ts';
import { handler as presign } from '#functions/storage/buckets/presign-url.ts';
import { call } from '#lib/testing/functions/call.ts';
import type { Attack } from '#test/hostile/tenancy/ground.ts';

export const attack: Attack = {
  tries: 'the victim’s bucket by its name, which is known to all',
  async by({ attacker, theirs, leaks }) {
    const name = theirs.buckets ?? '';
    const taken = await call(create, { bearer: attacker.bearer, body: { name } });
    expect([taken.status, leaks(taken, { body: { name } })]).toEqual([409, []]);
    for (const [handler, body] of [
      [presign, { operation: 'get', key: 'a' }],
      [presign, { operation: 'put', key: '../a' }],
      [post, { key: 'a', content_length_range: [0, 1] }],
    ] as const) {
      const reply = await call(handler, { bearer: attacker.bearer, params: { name }, body });
      expect([reply.status, JSON.stringify(reply.body)]).toEqual([404, expect.not.stringMatching(/https?:/)]);
    }
  },
};
