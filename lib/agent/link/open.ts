import { setting } from '#lib/model/platform/settings.ts';
import { readKey } from './key.ts';
import { HostLink } from './link.ts';
import type { LinkError } from './link-error.ts';
import { transportTo } from './transport.ts';

/**
 * The link of the host that this process runs, by its settings. `ended` is told when the control plane will not have
 * this agent any more. Throws where the address or the key is missing.
 */
export function openLink(ended: (error: LinkError) => void): HostLink {
  const address = setting('SVC_HOST_API');
  const keyFile = setting('SVC_HOST_KEY_FILE');
  if (!address || !keyFile)
    throw new Error('SVC_HOST_API and SVC_HOST_KEY_FILE must say how the control plane is reached');
  return new HostLink({
    hostId: setting('SVC_HOST'),
    key: readKey(keyFile).jwk,
    audience: setting('SVC_BASE_URL') || 'svc',
    transport: transportTo(address),
    ended,
  });
}
