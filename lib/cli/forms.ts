import { exits, Failure } from './failure.ts';

/*
 * What a platform answers is data: it may be shown, whatever it is. What becomes a line of a configuration, a file
 * name, a word for a program or an address to connect to has one of these forms, and is refused otherwise (contract
 * 1.3 keeps unknown fields and values of enums out of this: they get no further than the screen).
 */
const forms = {
  address: (value: unknown) => typeof value === 'string' && isAddress(value) && !value.includes('%'),
  host_key: matches(/^[a-z][a-z0-9-]{0,39} [A-Za-z0-9+/]{1,2000}={0,2}$/),
  id: matches(/^[a-z]{1,12}-[0-9a-hjkmnp-tv-z]{26}$/),
  name: matches(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/),
  port: (value: unknown) => Number.isInteger(value) && (value as number) > 0 && (value as number) < 65_536,
  user: matches(/^[a-z_][a-z0-9_-]{0,31}$/),
} as const;

// Most commands check no address, and the module takes a while to load.
const isAddress = (text: string): boolean => process.getBuiltinModule('node:net').isIP(text) > 0;

function matches(pattern: RegExp) {
  return (value: unknown): boolean => typeof value === 'string' && pattern.test(value);
}

/** A value of this form as text. Refuses any other, by the name of its field. */
export function formed(form: keyof typeof forms, value: unknown, field: string = form): string {
  if (forms[form](value)) return String(value);
  const shown = JSON.stringify(value) ?? 'nothing';
  throw new Failure(`${field}: the platform answers ${shown.slice(0, 100)}, which is not used (no ${form})`, {
    exit: exits.unavailable,
    code: 'invalid_reply',
  });
}

/** The most bytes of a name on any file system, and of a key of an object. */
const [longestName, longestKey] = [255, 1024];

/**
 * The names of folders and file that a key has below a folder here; undefined where it would lead out of it, or where
 * no file system has such names.
 */
export function namesBelow(key: string): string[] | undefined {
  const names = key.split('/');
  return Buffer.byteLength(key) <= longestKey && names.every(isFileName) ? names : undefined;
}

const isFileName = (name: string): boolean =>
  !/^\.{0,2}$/.test(name) && !/[\p{Cc}\\]/u.test(name) && Buffer.byteLength(name) <= longestName && isForWindows(name);

/** Windows has devices, streams and ends of names that are left out. */
const isForWindows = (name: string): boolean =>
  process.platform !== 'win32' || !/[<>:"|?*]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);

const isHere = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Whether an address may be sent secrets: over TLS (`https`, `wss`), or in the clear to this machine. */
export const isPrivate = ({ protocol, hostname }: URL): boolean =>
  /^(https|wss):$/.test(protocol) || (/^(http|ws):$/.test(protocol) && isHere(hostname));

/**
 * An address that the platform at `endpoint` names. Refuses what would send a secret in the clear, any other scheme
 * than these, and an address of this machine where the platform is elsewhere.
 */
export function addressed(text: unknown, endpoint: string, schemes: 'http' | 'ws'): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  const isOne = url?.protocol.startsWith(schemes) === true && isPrivate(url) && url.username === '';
  if (url && isOne && (!isHere(url.hostname) || isHere(new URL(endpoint).hostname))) return String(text);
  throw new Failure(
    `the platform names ${url ? `${url.protocol}//${url.host}` : 'no address'}, where nothing is sent`,
    {
      exit: exits.unavailable,
      code: 'unsafe_address',
    },
  );
}

/** A word of a command that is shown to be typed: quoted for a shell where that reads more than letters in it. */
export const shellWord = (text: string): string =>
  isPlainWord(text) ? text : `'${text.replaceAll("'", () => String.raw`'\''`)}'`;

/** Whether a shell takes a word as it is; only such names are offered to complete a command. */
export const isPlainWord = (text: string): boolean => /^[\w@%+:,./][\w@%+=:,./-]*$/.test(text);
