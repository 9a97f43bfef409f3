import { realNow } from '#lib/drivers/clocks/real.ts';
import { callerOf, type HostCall, verifyHostCall } from '#lib/drivers/tokens/host-signature.ts';
import { joining } from '#lib/model/compute/host-call.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { getHost, type HostRecord } from '#lib/store/compute/hosts.ts';

/** The stored record of the host that makes a call. */
export type Host = HostRecord;

/** The audience of hosts' signatures: this deployment. */
export const hostAudience = (): string => setting('SVC_BASE_URL') || 'svc';

const idForm = /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/;

/**
 * The host that signed a call. 401 invalid_host_signature where none did, 403 host_removed or host_fenced where the
 * host may not continue.
 */
export async function authenticateHost(call: HostCall): Promise<Host> {
  const issuer = callerOf(call);
  const host = idForm.test(issuer) ? await getHost(issuer) : undefined;
  const now = realNow();
  // No signature verifies for a host without a key, so it is refused like any other.
  await verifyHostCall(call, { issuer, audience: hostAudience(), keys: host ? keysOf(host, now) : [], now });
  if (host?.state === 'removed') throw new ApiError('host_removed', `host ${issuer} was removed`);
  if (host?.state === 'fenced') throw new ApiError('host_fenced', `host ${issuer} is fenced`);
  return host as Host;
}

/**
 * Verifies that the caller has the private half of the key with which it wants to join. 401 invalid_host_signature
 * otherwise.
 */
export async function authenticateJoin(call: HostCall, publicKey: string): Promise<void> {
  callerOf(call);
  await verifyHostCall(call, { issuer: joining, audience: joining, keys: [publicKey], now: realNow() });
}

function keysOf({ public_key, previous_key }: Host, now: Date): string[] {
  const isValid = previous_key !== undefined && now.getTime() < previous_key.until;
  return [public_key, isValid ? previous_key.public_key : undefined].filter((key) => key !== undefined);
}
