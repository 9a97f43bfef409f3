import { handler as list } from '#functions/compute/ssh-keys/list.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a signature of another algorithm or form',
  async by({ attacker, keyOf, refused }) {
    const key = await keyOf(attacker);
    const right = signed(list, key);
    const authorization = right.headers.authorization ?? '';
    const changed = [
      'AWS4-HMAC-SHA1',
      'AWS4-ECDSA-P256-SHA256',
      'AWS4-HMAC-SHA512',
      'AWS4-',
      'aws4-hmac-sha256',
      'AWS4-HMAC-SHA256,',
    ].map((algorithm) => authorization.replace('AWS4-HMAC-SHA256', algorithm));
    changed.push(
      `AWS ${key.access_key_id}:x`,
      authorization.replace(/Signature=\w+/, 'Signature='),
      authorization.replace(/Signature=\w+/, (text) => text.toUpperCase()),
      authorization.replace(/Signature=/, 'Signature=0'),
      `${authorization}, Signature=${'0'.repeat(64)}`,
      `${authorization}, Credential=x/20260101/in-mum/svc/aws4_request`,
      authorization.replaceAll(', ', ' '),
      `${authorization}, X=y`,
      authorization.slice(0, -64) + '0'.repeat(64),
      `${authorization}${' '.repeat(9000)}x`,
    );
    for (const one of changed)
      await refused(call(list, { ...right, headers: { ...right.headers, authorization: one } }));
  },
};
