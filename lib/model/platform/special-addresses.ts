/*
 * Imports nothing: where the runtime of machines has its own uid, it has a copy of this file
 * (lib/agent/hosted/code-copy.ts).
 */

/**
 * The blocks of addresses that are not public (IANA's special-purpose registries and multicast). Webhooks are not sent
 * to them, and machines do not connect to them.
 */
export const specialBlocks: readonly string[] = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
];

/** The only public block of IPv6. Blocks that map or translate IPv4 are outside it, or special. */
export const publicIpv6Block = '2000::/3';
