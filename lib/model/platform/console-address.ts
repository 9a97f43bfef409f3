import { readIpv4 } from './addresses.ts';
import { isNear } from './near-addresses.ts';
import type { Form } from './setting-forms.ts';

/** The address at which browsers reach a host's consoles. */
export interface ConsoleAddress {
  /** The origin as a browser writes it: `wss://host.example.in:8443`. */
  readonly origin: string;
  /** The name, or the IPv4 address, that the certificate covers. */
  readonly host: string;
  readonly port: number;
}

/** The maximum length: a name of 253 characters, with scheme and port. */
export const longestConsoleAddress = 265;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const written = new RegExp(`^wss://(${label}(?:\\.${label}){0,126})(?::([1-9]\\d{0,4}))?$`);

/**
 * Reads the address of a host's consoles: wss://, a name in lower case or an IPv4 address, and a port (443 by default).
 * Undefined for any other text, and for text that a browser would write or read differently.
 */
export function readConsoleAddress(text: string): ConsoleAddress | undefined {
  if (text.length > longestConsoleAddress) return undefined;
  const [, host = '', digits = '443'] = written.exec(text) ?? [];
  const port = Number(digits);
  // Browsers read a name whose last label is a number as an IPv4 address, however it is written.
  const isNumber = /^(?:\d+|0x[0-9a-f]*)$/.test(host.slice(host.lastIndexOf('.') + 1));
  if (host === '' || host.length > 253 || port > 65_535 || (isNumber && readIpv4(host) === undefined)) return undefined;
  const origin = `wss://${host}${port === 443 ? '' : `:${port}`}`;
  return URL.parse(text)?.origin === origin ? { origin, host, port } : undefined;
}

/**
 * Whether an address refers to the reader's own computer, or to none: a browser elsewhere cannot reach the host there.
 */
export const isNearConsole = ({ host }: Pick<ConsoleAddress, 'host'>): boolean =>
  isNear(host) || /(?:^|\.)localhost$/.test(host);

/** The same as a setting. Its value is the origin. */
export const consoleAddress: Form<string> = {
  parse: (text) => readConsoleAddress(text)?.origin,
  allowed: 'wss:// with a name or an IPv4 address, and a port (wss://host-1.example.in:8443)',
};
