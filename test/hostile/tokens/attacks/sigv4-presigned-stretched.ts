import { expect } from 'vitest';
import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signed link for longer than it was made for, or for more',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    const right = signed(list, key, { form: 'query', expires: 60 });
    expect((await call(list, right)).status).toBe(200);
    for (const change of [
      'X-Amz-Expires=900',
      'X-Amz-Expires=604800',
      'X-Amz-Expires=0',
      'X-Amz-Expires=-1',
      'X-Amz-Expires=',
    ])
      await refused(call(list, { ...right, rawQuery: right.rawQuery.replace('X-Amz-Expires=60', change) }));
    await refused(call(list, { ...right, rawQuery: `${right.rawQuery}&X-Amz-Expires=900` }));
    await refused(call(list, signed(list, key, { form: 'query', expires: 604_801 })));
    for (const name of ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature']) {
      await refused(
        call(list, { ...right, rawQuery: right.rawQuery.replace(new RegExp(`&?X-Amz-${name}=[^&]*`), '') }),
      );
    }
    await refused(call(createVpc, { ...right, body: { name: 'taken' } }));
    await refused(call(list, { ...right, rawQuery: right.rawQuery.replaceAll('X-Amz-', 'x-amz-') }));
  },
};
