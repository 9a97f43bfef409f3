import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signature for another region, service or day',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    const right = signed(list, key);
    const authorization = right.headers.authorization ?? '';
    for (const scope of [
      'us-east-1/svc',
      'in-mum/s3',
      'in-mum/iam',
      'IN-MUM/svc',
      'in-mum/svc/',
      '',
      '/',
      'in-mum/svc/aws4_request',
    ]) {
      await refused(
        call(list, {
          ...right,
          headers: { ...right.headers, authorization: authorization.replace('in-mum/svc', scope) },
        }),
      );
    }
    for (const day of ['20200101', '00000000', '', '99999999', 'today'])
      await refused(
        call(list, {
          ...right,
          headers: { ...right.headers, authorization: authorization.replace(/\/\d{8}\//, `/${day}/`) },
        }),
      );
    await refused(
      call(list, {
        ...right,
        headers: { ...right.headers, authorization: authorization.replace('aws4_request', 'aws5_request') },
      }),
    );
  },
};
