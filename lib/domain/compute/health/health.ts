import { imagesOf } from '#lib/domain/compute/catalog/images.ts';
import { liveHosts } from '#lib/domain/compute/hosts/place.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { withTimeout } from '#lib/drivers/clocks/real.ts';
import { region } from '#lib/model/platform/common.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Health, version } from '#lib/model/platform/platform.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type HostEntry, readDirectory } from '#lib/store/compute/hosts.ts';

/** Milliseconds that the table may take to answer. */
const tableTimeout = 2_000;

/** What the platform can do now. 503 while the table does not answer or no compute host is alive. */
export async function showHealth(context: PublicContext): Promise<Health> {
  const hosts = liveHosts(await directory());
  if (hosts.length === 0) throw unavailable('no compute host is alive');
  return {
    status: 'ok',
    version,
    region,
    compute: computeOf(hosts),
    s3_url: setting('SVC_S3_URL') ?? null,
    time: rfc3339(context.now),
  };
}

/**
 * Placement picks the host, so a capability counts only where all hosts have it; an image needs one host that has it.
 */
function computeOf(hosts: readonly HostEntry[]): Health['compute'] {
  const [first, ...others] = hosts;
  const shared = (first?.capabilities ?? []).filter((word) => others.every((host) => host.capabilities.includes(word)));
  return {
    driver: [...new Set(hosts.map(({ driver }) => driver))].sort().join('+'),
    capabilities: shared.sort(),
    images: imagesOf(hosts).flatMap(({ id, available }) => (available ? [id] : [])),
  };
}

/** The directory of hosts. 503 where the table does not answer in time. */
const directory = (): Promise<HostEntry[]> =>
  withTimeout(readDirectory(), tableTimeout, () => new Error('the table is late')).catch(() => {
    throw unavailable('the table does not answer');
  });

const unavailable = (what: string) => new ApiError('dependency_unavailable', what, { retryAfter: 1 });
