import ssh2 from 'ssh2';
import { describe, expect, it } from 'vitest';
import { encodeHostKey, makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { findAuthorized, parseAuthorizedKeys } from '#lib/runtime/ssh/keys.ts';

describe('host keys', () => {
  it('can be read back, and sign what their public line verifies', () => {
    const pair = makeHostKey();
    const secret = ssh2.utils.parseKey(pair.private);
    const open = ssh2.utils.parseKey(pair.public);
    if (secret instanceof Error || open instanceof Error) throw new Error('unreadable');
    const signature = secret.sign('message');
    expect(open.verify('message', signature as Buffer)).toBe(true);
    expect(open.verify('another', signature as Buffer)).toBe(false);
  });

  it('can be read back also where they begin with zero bytes', () => {
    const zero = encodeHostKey(
      Buffer.concat([Buffer.alloc(3), Buffer.alloc(29, 7)]),
      Buffer.concat([Buffer.alloc(2), Buffer.alloc(30, 9)]),
    );
    expect(ssh2.utils.parseKey(zero.private)).not.toBeInstanceOf(Error);
    expect(ssh2.utils.parseKey(zero.public)).not.toBeInstanceOf(Error);
  });
});

describe('authorized keys', () => {
  const pairs = [makeHostKey(), makeHostKey(), makeHostKey()];
  const blob = (line: string) => Buffer.from(line.split(' ')[1] ?? '', 'base64');

  it('are found by the offered blob', () => {
    const keys = parseAuthorizedKeys(pairs.slice(0, 2).map((pair) => `${pair.public} someone@somewhere`));
    expect(pairs.map((pair) => findAuthorized(keys, blob(pair.public)) !== null)).toEqual([true, true, false]);
    expect(findAuthorized([], blob(pairs[0]?.public ?? ''))).toBeNull();
  });

  it.each(['', 'ssh-ed25519', 'ssh-ed25519 AAAA', 'rubbish', pairs[0]?.private ?? ''])(
    'are refused with INVALID: %j',
    (line) => {
      expect(() => parseAuthorizedKeys([line])).toThrow(expect.objectContaining({ code: 'INVALID' }));
    },
  );
});
