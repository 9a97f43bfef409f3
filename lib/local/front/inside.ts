import { foreignHost, noSuchRoute } from './refusals.ts';
import type { Refusal } from './reply.ts';
import { originForm, pathOf } from './routing.ts';

/** The API's name within a VPC. */
const hosts = new Set(['api.internal', 'api.internal:80']);

/** What machines reach of the API (contract 4.12). Pages, /dev and what belongs to operators and hosts are no part. */
const served = { below: new Set(['auth', 'compute', 'storage']), itself: new Set(['/healthz', '/openapi.json']) };

/** The refusal of a machine's request for another host or path, or undefined. */
export function refusalInside(url: string, named: readonly string[]): Refusal | undefined {
  const foreign = named.find((host) => !hosts.has(host.toLowerCase()));
  if (foreign !== undefined) return foreignHost(foreign, 'api.internal');
  const path = pathOf(originForm(url));
  const isServed = served.itself.has(path) || (path.startsWith('/') && served.below.has(path.split('/', 2)[1] ?? ''));
  return isServed ? undefined : noSuchRoute;
}
