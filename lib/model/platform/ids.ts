import { randomBytes, randomInt } from 'node:crypto';

/** Every id prefix of contract 1.1, by its noun. */
export const prefixes = {
  instance: 'i',
  asg: 'asg',
  elasticIp: 'eip',
  firewallRule: 'fwr',
  vpc: 'vpc',
  volume: 'vol',
  snapshot: 'snap',
  image: 'img',
  loadBalancer: 'lb',
  sshKey: 'key',
  certificate: 'cert',
  policy: 'pol',
  order: 'ord',
  transaction: 'txn',
  invoice: 'inv',
  invite: 'ivt',
  member: 'mbr',
  mandate: 'man',
  subscription: 'sub',
  log: 'log',
  user: 'usr',
  group: 'grp',
  webhook: 'whk',
  request: 'req',
  operation: 'op',
  session: 'ses',
  event: 'evt',
  delivery: 'dlv',
  mail: 'mail',
} as const;

export type Noun = keyof typeof prefixes;

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** A lowercase ULID: 10 characters of milliseconds, 16 of randomness (github.com/ulid/spec). */
const ulid = (at: Date): string =>
  [...randomBytes(16)].reduce((text, byte) => text + crockford[byte % 32], milliseconds(at));

function milliseconds(at: Date): string {
  let text = '';
  for (let ms = Math.max(0, at.getTime()), i = 0; i < 10; i++, ms = Math.floor(ms / 32))
    text = crockford[ms % 32] + text;
  return text;
}

/** A new id of this noun; ids sort by `at`. */
export function newId(noun: Noun, at: Date): string {
  return `${prefixes[noun]}-${ulid(at)}`;
}

/** A text that sorts before every id of this noun made at `at` or later, and after all earlier ids. */
export function idFloor(noun: Noun, at: Date): string {
  return `${prefixes[noun]}-${milliseconds(at)}`;
}

/** The latest time that an id can contain. */
export const endOfIds = new Date(2 ** 48 - 1);

/** Twelve decimal digits, the first not zero. */
export function newAccountId(): string {
  return `${randomInt(1, 10)}${randomInt(0, 100_000_000_000).toString().padStart(11, '0')}`;
}

const readable = '23456789abcdefghjkmnpqrstuvwxyz';
const token = (length: number): string => Array.from({ length }, () => readable[randomInt(readable.length)]).join('');

/**
 * Ten random characters for a public hostname, so that it cannot be derived from the id. No two of the characters look
 * alike.
 */
export const newHostToken = (): string => token(10);

/** Six random characters for the name of a group's member. No two of the characters look alike. */
export const newMemberToken = (): string => token(6);

/** The pattern of an id of this noun. Text that does not match names no resource. */
export function idPattern(noun: Noun): RegExp {
  return new RegExp(`^${prefixes[noun]}-[0-9a-hjkmnp-tv-z]{26}$`);
}
