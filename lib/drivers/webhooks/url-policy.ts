import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type Address, isWithin, readAddress, readBlock } from '#lib/model/platform/addresses.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { publicIpv6Block, specialBlocks } from '#lib/model/platform/special-addresses.ts';

/** An address to which events are never sent, or a name without an address. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

const blocks = (texts: readonly string[]) => texts.flatMap((text) => readBlock(text) ?? []);

const special = blocks(specialBlocks);
const [publicIpv6] = blocks([publicIpv6Block]);
const loopback = blocks(['127.0.0.0/8', '::1']);

const isPublic = (address: Address): boolean =>
  !special.some((block) => isWithin(address, block)) &&
  (address.family === 4 || (publicIpv6 !== undefined && isWithin(address, publicIpv6)));
const isLoopback = (address: Address): boolean => loopback.some((block) => isWithin(address, block));

/** A webhook of a local platform may be received on the same laptop. */
const isLocal = (): boolean => setting('SVC_MODE') === 'local';

/**
 * The fault of a webhook's URL, as the rest of a sentence; undefined for a valid URL. Names are resolved only at
 * delivery.
 */
export function urlProblem(text: string): string | undefined {
  // A URL parser removes line breaks and tabs, but the text is stored and shown as typed.
  const url = /[\p{Cc}\s]/u.test(text) ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https:// URL';
  if (url.username || url.password) return 'must not have credentials in it';
  if (url.hash) return 'must not have a fragment';
  const address = readAddress(hostOf(url));
  if (url.protocol === 'http:') return plainProblem(url, address);
  return address && !isAllowed(address, url) ? 'is of no public address' : undefined;
}

function plainProblem(url: URL, address: Address | undefined): string | undefined {
  if (!isLocal()) return 'must be an https:// URL';
  const isGood = address ? isAllowed(address, url) : /^(.+\.)?localhost$/.test(nameOf(url)) || isNamed(url);
  return isGood ? undefined : 'must be an https:// URL, or http:// to this machine (127.0.0.0/8, localhost)';
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');
const nameOf = (url: URL): string => hostOf(url).replace(/\.$/, '');

/**
 * The addresses of a URL's host, resolved once. The connection uses no others. Throws Unreachable for an unknown name,
 * and where events of this URL are never sent to one of the addresses (contract 4.11).
 */
export async function addressesOf(url: URL): Promise<LookupAddress[]> {
  const found = await lookup(hostOf(url), { all: true, order: 'verbatim' }).catch(() => []);
  if (found.length === 0) throw new Unreachable('the name has no address');
  for (const { address } of found) {
    const read = readAddress(address);
    if (!read || !isAllowed(read, url)) throw new Unreachable('the name is of no public address');
  }
  return found;
}

/** Allowed are public addresses by HTTPS, on a laptop its own also by HTTP, and the hosts in SVC_WEBHOOK_HOSTS. */
function isAllowed(address: Address, url: URL): boolean {
  const isOwn = (isLocal() && isLoopback(address)) || isNamed(url, address);
  return url.protocol === 'https:' ? isOwn || isPublic(address) : isOwn && isLocal();
}

/** Whether SVC_WEBHOOK_HOSTS names the host of a URL, or its address. */
function isNamed(url: URL, address?: Address): boolean {
  const own = setting('SVC_WEBHOOK_HOSTS');
  return own.includes(nameOf(url)) || (address !== undefined && blocks(own).some((block) => isWithin(address, block)));
}
