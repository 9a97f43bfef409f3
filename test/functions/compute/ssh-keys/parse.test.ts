import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePublicKey } from '#lib/model/compute/openssh.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { anyCharacter } from '#test/support/vitest/any-character.ts';
import { certified, exported, lineOf, newKey } from './keygen.ts';

const ed25519 = newKey();
const modulus = Buffer.concat([Buffer.from([0, 0x80]), randomBytes(254), Buffer.from([1])]);
const exponent = Buffer.from([1, 0, 1]);

function refusal(text: string): string {
  try {
    parsePublicKey(text);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_failed') return error.message;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('keys that ssh-keygen makes', () => {
  test.each([
    ['ed25519', ['-t', 'ed25519']],
    ['ecdsa', ['-t', 'ecdsa', '-b', '256']],
    ['ecdsa', ['-t', 'ecdsa', '-b', '384']],
    ['ecdsa', ['-t', 'ecdsa', '-b', '521']],
    ['rsa', ['-t', 'rsa', '-b', '2048']],
  ])('%s of %s have its fingerprint', (type, args) => {
    const { line, fingerprint } = newKey(...args);
    expect(parsePublicKey(line)).toEqual({ type, line, fingerprint });
  });

  test('an end of line, tabs and a missing comment are no matter', () => {
    const [word, base64] = ed25519.line.split(' ');
    expect(parsePublicKey(`${ed25519.line}\r\n`).line).toBe(ed25519.line);
    expect(parsePublicKey(` ${word}\t ${base64}\tअनु's  key \n\n`).line).toBe(`${word} ${base64} अनु's key`);
    expect(parsePublicKey(`${word} ${base64}`).line).toBe(`${word} ${base64}`);
  });
});

describe('what is not a usable key is refused, with the reason', () => {
  const [, base64 = ''] = ed25519.line.split(' ');
  const accepted = 'accepted: ssh-ed25519, ecdsa-sha2-nistp256/384/521, ssh-rsa of 2048 bits or more';
  const not = 'public_key: is not an OpenSSH public key:';
  const cut = `${not} its base64 does not contain a complete key; it may be truncated`;
  const pem = `${not} it is in PEM or RFC 4716 form; ssh-keygen -i converts it to the one-line form`;
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]);
  const curve = 'ecdsa-sha2-nistp256';

  test.each([
    ['nothing', '', `${not} ${accepted}`],
    ['a word', 'laptop', `${not} ${accepted}`],
    ['an old key', 'ssh-dss AAAAB3NzaC1kc3M=', `public_key: ssh-dss keys are too weak (${accepted})`],
    [
      'a weak key',
      newKey('-t', 'rsa', '-b', '1024').line,
      'public_key: an rsa key of 1024 bits is too weak (at least 2048)',
    ],
    [
      'a key of a token',
      lineOf('sk-ssh-ed25519@openssh.com', 'sk-ssh-ed25519@openssh.com', Buffer.alloc(32), 'ssh:'),
      `public_key: keys of hardware tokens (sk-…) are not accepted (${accepted})`,
    ],
    [
      'a certificate',
      certified(newKey(), ed25519),
      `public_key: certificates are not accepted; send the key that it certifies (${accepted})`,
    ],
    ['options', `command="ls",no-pty ${ed25519.line}`, `${not} options before the key type are not accepted`],
    ['RFC 4716', exported(ed25519, 'RFC4716'), pem],
    ['PKCS #8', exported(newKey('-t', 'ecdsa'), 'PKCS8'), pem],
    ['two keys', `${ed25519.line}\n${ed25519.line}`, `${not} it must be one key on one line`],
    ['a hidden second line', `${ed25519.line}\rssh-rsa AAAA`, `${not} it must be one key on one line`],
    ['a control character', `${ed25519.line}\u0000`, `${not} it contains control characters`],
    ['a type alone', 'ssh-ed25519', `${not} the part after the type is not base64`],
    ['other text', 'ssh-ed25519 not*base64', `${not} the part after the type is not base64`],
    ['half a key', `ssh-ed25519 ${base64.slice(0, 40)}`, cut],
    ['half a length', `ssh-ed25519 ${Buffer.from([0, 0]).toString('base64')}`, cut],
    ['another type', `ssh-rsa ${base64}`, `${not} its type is ssh-rsa, but it contains a key of another type`],
    ['a short key', lineOf('ssh-ed25519', 'ssh-ed25519', randomBytes(31)), `${not} an ed25519 key has 32 bytes`],
    [
      'a longer one',
      lineOf('ssh-ed25519', 'ssh-ed25519', randomBytes(32), 'x'),
      `${not} its base64 has data after the key`,
    ],
    [
      'another curve',
      lineOf(curve, curve, 'nistp384', offCurve),
      `${not} its curve is not the one that its type names`,
    ],
    ['a point off the curve', lineOf(curve, curve, 'nistp256', offCurve), `${not} its point is not on the curve`],
    [
      'a compressed point',
      lineOf(curve, curve, 'nistp256', Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 7)])),
      `${not} its point is not in uncompressed form`,
    ],
    [
      'exponent 1',
      lineOf('ssh-rsa', 'ssh-rsa', Buffer.from([1]), modulus),
      `${not} its RSA numbers do not form a valid key`,
    ],
    [
      'an even modulus',
      lineOf('ssh-rsa', 'ssh-rsa', exponent, Buffer.concat([modulus.subarray(0, -1), Buffer.from([2])])),
      `${not} its RSA numbers do not form a valid key`,
    ],
    ['a negative number', lineOf('ssh-rsa', 'ssh-rsa', exponent, modulus.subarray(1)), cut],
    ['a padded number', lineOf('ssh-rsa', 'ssh-rsa', Buffer.from([0, 1, 0, 1]), modulus), cut],
    [
      'a giant',
      lineOf('ssh-rsa', 'ssh-rsa', exponent, Buffer.concat([modulus, Buffer.alloc(1793, 1)])),
      'public_key: an rsa key has at most 16384 bits',
    ],
    [
      'a long comment',
      `ssh-ed25519 ${base64} ${'x'.repeat(256)}`,
      `${not} the comment must have at most 255 characters`,
    ],
    ['a long text', `ssh-ed25519 ${'A'.repeat(20_000)}`, `${not} it must have at most 16384 characters`],
  ])('%s', (_, text, message) => {
    expect(refusal(text)).toBe(message);
  });

  test.each([
    ['OpenSSH', newKey().secret],
    ['PKCS #1', newKey('-t', 'rsa', '-b', '1024', '-m', 'PEM').secret],
    ['PKCS #8', newKey('-t', 'ecdsa', '-m', 'PKCS8').secret],
    [
      'PuTTY',
      'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\nAAAAIHNlY3JldHNlY3JldHNlY3JldA==',
    ],
  ])('a private key in %s form, of which nothing is repeated', (_, secret) => {
    expect(refusal(secret)).toBe(
      'public_key: this is a private key: keep it to yourself, and send the .pub file (ssh-keygen -y -f <file> prints it)',
    );
    expect(refusal(secret.trim().split('\n')[1] ?? '')).toBe(`${not} ${accepted}`);
  });

  test('whatever else, without repeating it', () => {
    const damaged = fc.tuple(fc.nat(base64.length - 1), fc.string({ minLength: 1, maxLength: 3 })).map(([at, text]) => {
      return `ssh-ed25519 ${base64.slice(0, at)}${text}${base64.slice(at + text.length)}`;
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter, minLength: 6 }), damaged), (text) => {
        try {
          const { line } = parsePublicKey(text);
          expect(line).toMatch(/^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA[A-Za-z0-9+/]{44}( .*)?$/);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect((error as Error).message).not.toContain(text);
        }
      }),
    );
  });
});
