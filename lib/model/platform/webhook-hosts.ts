import { readBlock } from './addresses.ts';
import type { Form } from './setting-forms.ts';

/** Hosts that are listed individually: names as in URLs, in lower case, addresses, and blocks of addresses. */
export const webhookHosts: Form<readonly string[]> = {
  parse(text) {
    const hosts = text
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().replace(/\.$/, ''))
      .filter(Boolean);
    return hosts.every((host) => readBlock(host) || isName(host)) ? hosts : undefined;
  },
  allowed: 'names, addresses or blocks of addresses (10.1.0.0/16), separated by commas',
};

/** A name, but not a number that a URL reads as an address (127.1). */
function isName(host: string): boolean {
  const labels = host.split('.');
  const isText = host.length <= 253 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
  return isText && !/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
}
