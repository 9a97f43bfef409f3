import { readIpv4 } from './addresses.ts';
import { isNear } from './near-addresses.ts';
import type { Form } from './setting-forms.ts';

/** Where browsers reach a host's consoles. */
export interface ConsoleAddress {
  /** The origin as a browser writes it: `wss://host.example.in:8443`. */
  readonly origin: string;
  /** The name, or the IPv4 address, that the certificate is for. */
  readonly host: string;
  readonly port: number;
}

/** The longest that is read: a name of 253 characters, with its scheme and port. */
export const longestConsoleAddress = 265;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const written = new RegExp(`^wss://(${label}(?:\\.${label}){0,126})(?::([1-9]\\d{0,4}))?$`);

/**
 * Reads where a host's consoles are reached: wss://, a name in lower case or an IPv4 address, and a port (443 where
 * none is said). Undefined for anything more or else, and for what a browser would write or read differently.
 */
export function readConsoleAddress(text: string): ConsoleAddress | undefined {
  if (text.length > longestConsoleAddress) return undefined;
  const [, host = '', digits = '443'] = written.exec(text) ?? [];
  const port = Number(digits);
  // A browser takes a name whose last part is a number for an IPv4 address, however it is written.
  const isNumber = /^(?:\d+|0x[0-9a-f]*)$/.test(host.slice(host.lastIndexOf('.') + 1));
  if (host === '' || host.length > 253 || port > 65_535 || (isNumber && readIpv4(host) === undefined)) return undefined;
  const origin = `wss://${host}${port === 443 ? '' : `:${port}`}`;
  return URL.parse(text)?.origin === origin ? { origin, host, port } : undefined;
}

/** Whether an address means the computer that reads it, or none: a browser elsewhere finds no host there. */
export const isNearConsole = ({ host }: Pick<ConsoleAddress, 'host'>): boolean =>
  isNear(host) || /(?:^|\.)localhost$/.test(host);

/** The same as a setting: its value is the origin. */
export const consoleAddress: Form<string> = {
  parse: (text) => readConsoleAddress(text)?.origin,
  allowed: 'wss:// with a name or an IPv4 address, and a port (wss://host-1.example.in:8443)',
};
