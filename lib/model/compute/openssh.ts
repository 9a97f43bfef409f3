import { createHash, createPublicKey } from 'node:crypto';
import { ApiError } from '#lib/model/platform/errors.ts';

/** A public key as a line of authorized_keys. */
export interface PublicKey {
  type: 'ed25519' | 'rsa' | 'ecdsa';
  /** `<type word> <base64>`, and the comment if there is one. */
  line: string;
  /** `SHA256:` and the unpadded base64 of the hash, as `ssh-keygen -l` prints it. */
  fingerprint: string;
}

const longest = 16_384;
const longestComment = 255;
const rsaBits = { least: 2048, most: 16_384 };

interface Kind {
  type: PublicKey['type'];
  /** Reads the fields after the type word inside the key. Throws where it is not a usable key. */
  check: (wire: WireReader) => void;
}

const ecdsa = (curve: string, jwkCurve: string, bytes: number): Kind => ({
  type: 'ecdsa',
  check: (wire) => checkPoint(wire, curve, jwkCurve, bytes),
});

const kinds: Record<string, Kind> = {
  'ssh-ed25519': { type: 'ed25519', check: checkEd25519 },
  'ssh-rsa': { type: 'rsa', check: checkRsa },
  'ecdsa-sha2-nistp256': ecdsa('nistp256', 'P-256', 32),
  'ecdsa-sha2-nistp384': ecdsa('nistp384', 'P-384', 48),
  'ecdsa-sha2-nistp521': ecdsa('nistp521', 'P-521', 66),
};
const accepted = 'accepted: ssh-ed25519, ecdsa-sha2-nistp256/384/521, ssh-rsa of 2048 bits or more';

/**
 * Parses one OpenSSH public key (RFC 4253 6.6, RFC 5656, RFC 8709) and checks it against its type word. Throws the 400
 * that says what is wrong. No message repeats the text, which may be a private key.
 */
export function parsePublicKey(text: string): PublicKey {
  const line = oneLine(text);
  const [word = '', base64 = '', ...rest] = line.split(/[ \t]+/);
  const kind = kindOf(word, line);
  const blob = Buffer.from(base64, 'base64');
  if (base64 === '' || blob.toString('base64') !== base64) throw unusable('the part after the type is not base64');
  const comment = rest.join(' ');
  if (comment.length > longestComment) throw unusable(`the comment must have at most ${longestComment} characters`);
  checkBlob(blob, word, kind);
  return {
    type: kind.type,
    line: [word, base64, ...(comment ? [comment] : [])].join(' '),
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replaceAll('=', '')}`,
  };
}

/** Removes blanks and line breaks at both ends. Other characters that `trim` would remove are refused later. */
function trimmed(text: string): string {
  const isBlank = (at: number) => ' \t\r\n'.includes(text.charAt(at));
  let [from, to] = [0, text.length];
  while (from < to && isBlank(from)) from += 1;
  while (from < to && isBlank(to - 1)) to -= 1;
  return text.slice(from, to);
}

function oneLine(text: string): string {
  if (/PRIVATE KEY-----|PuTTY-User-Key-File/.test(text)) {
    throw refusal(
      'this is a private key: keep it to yourself, and send the .pub file (ssh-keygen -y -f <file> prints it)',
    );
  }
  if (/^\s*-----?\s?BEGIN /.test(text)) {
    throw unusable('it is in PEM or RFC 4716 form; ssh-keygen -i converts it to the one-line form');
  }
  const line = trimmed(text);
  if (line.length > longest) throw unusable(`it must have at most ${longest} characters`);
  if (/[\r\n]/.test(line)) throw unusable('it must be one key on one line');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(line)) throw unusable('it contains control characters');
  return line;
}

function kindOf(word: string, line: string): Kind {
  const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
  if (kind) return kind;
  if (/-cert-v\d{1,9}@openssh\.com$/.test(word))
    throw refusal(`certificates are not accepted; send the key that it certifies (${accepted})`);
  if (/^sk-/.test(word)) throw refusal(`keys of hardware tokens (sk-…) are not accepted (${accepted})`);
  if (word === 'ssh-dss') throw refusal(`ssh-dss keys are too weak (${accepted})`);
  if (line.split(/[ \t]+/).some((other) => Object.hasOwn(kinds, other))) {
    throw unusable('options before the key type are not accepted');
  }
  throw unusable(accepted);
}

function checkBlob(blob: Buffer, word: string, { check }: Kind): void {
  const wire = new WireReader(blob, () => unusable('its base64 does not contain a complete key; it may be truncated'));
  const inside = wire.string().toString('latin1');
  if (inside !== word) throw unusable(`its type is ${word}, but it contains a key of another type`);
  check(wire);
  if (!wire.atEnd()) throw unusable('its base64 has data after the key');
}

function checkEd25519(wire: WireReader): void {
  if (wire.string().length !== 32) throw unusable('an ed25519 key has 32 bytes');
}

function checkRsa(wire: WireReader): void {
  const exponent = wire.positive();
  const modulus = wire.positive();
  const bits = modulus.length * 8 - Math.clz32(modulus[0] ?? 0) + 24;
  if (bits < rsaBits.least) throw refusal(`an rsa key of ${bits} bits is too weak (at least ${rsaBits.least})`);
  if (bits > rsaBits.most) throw refusal(`an rsa key has at most ${rsaBits.most} bits`);
  const usable = isOdd(modulus) && isOdd(exponent) && (exponent.length > 1 || (exponent[0] ?? 0) > 1);
  if (!usable) throw unusable('its RSA numbers do not form a valid key');
}

const isOdd = (number: Buffer) => (number.at(-1) ?? 0) % 2 === 1;

function checkPoint(wire: WireReader, curve: string, jwkCurve: string, bytes: number): void {
  if (wire.string().toString('latin1') !== curve) throw unusable('its curve is not the one that its type names');
  const point = wire.string();
  if (point.length !== 1 + 2 * bytes || point[0] !== 4) throw unusable('its point is not in uncompressed form');
  const [x, y] = [point.subarray(1, 1 + bytes), point.subarray(1 + bytes)].map((half) => half.toString('base64url'));
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: jwkCurve, x: x as string, y: y as string } });
  } catch {
    throw unusable('its point is not on the curve');
  }
}

const unusable = (why: string) => refusal(`is not an OpenSSH public key: ${why}`);

function refusal(message: string): ApiError {
  return new ApiError('validation_failed', `public_key: ${message}`);
}

/** Reads the data types of RFC 4251 section 5. Throws the error of `broken` where the bytes end too early. */
class WireReader {
  readonly #bytes: Buffer;
  readonly #broken: () => Error;
  #at = 0;

  constructor(bytes: Buffer, broken: () => Error) {
    this.#bytes = bytes;
    this.#broken = broken;
  }

  /** A string: a length and that many bytes. */
  string(): Buffer {
    const start = this.#at + 4;
    if (start > this.#bytes.length) throw this.#broken();
    const end = start + this.#bytes.readUInt32BE(this.#at);
    if (end > this.#bytes.length) throw this.#broken();
    this.#at = end;
    return this.#bytes.subarray(start, end);
  }

  /** A positive mpint without its sign byte, most significant byte first. Any other encoding is refused. */
  positive(): Buffer {
    const raw = this.string();
    const [first = 0, second = 0] = raw;
    if (raw.length === 0 || first >= 0x80) throw this.#broken();
    if (first !== 0) return raw;
    if (second < 0x80) throw this.#broken();
    return raw.subarray(1);
  }

  atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}
