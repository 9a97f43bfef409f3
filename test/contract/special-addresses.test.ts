import { expect, it } from 'vitest';
import * as webhooks from '#lib/drivers/webhooks/url-policy.ts';
import * as egress from '#lib/runtime/egress/addresses.ts';

// The runtime may import only itself, so each side has the table.
it('webhooks and machines are kept from the same addresses', () => {
  expect(egress.specialBlocks).toEqual(webhooks.specialBlocks);
  expect(egress.publicIpv6Block).toBe(webhooks.publicIpv6Block);
});
