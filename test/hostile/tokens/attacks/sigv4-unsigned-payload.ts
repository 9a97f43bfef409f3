import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a body that is said not to be signed',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    for (const claimed of [
      'UNSIGNED-PAYLOAD',
      'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
      'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      '',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ]) {
      const right = signed(createVpc, key, { body: { name: 'mine' }, headers: { 'x-amz-content-sha256': claimed } });
      await refused(call(createVpc, { ...right, headers: { ...right.headers, 'content-type': 'application/json' } }));
      await refused(
        call(createVpc, {
          ...right,
          rawBody: '{"name":"theirs"}',
          headers: { ...right.headers, 'content-type': 'application/json' },
        }),
      );
    }
  },
};
