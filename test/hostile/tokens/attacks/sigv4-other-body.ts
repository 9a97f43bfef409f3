import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signed request with another body',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    for (const form of ['header', 'query'] as const) {
      const right = signed(createVpc, key, { form, body: { name: 'mine' } });
      for (const rawBody of [
        '{"name":"theirs"}',
        '{"name":"mine"} ',
        '',
        '{"name":"mine","name":"theirs"}',
        Buffer.from('{"name":"mine"}\0'),
      ]) {
        await refused(
          call(createVpc, { ...right, rawBody, headers: { ...right.headers, 'content-type': 'application/json' } }),
        );
      }
    }
  },
};
