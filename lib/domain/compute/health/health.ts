import { imagesOf } from '#lib/domain/compute/catalog/images.ts';
import { liveHosts, registeredHosts } from '#lib/domain/compute/hosts/place.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { withTimeout } from '#lib/drivers/clocks/real.ts';
import { ObjectEngineError } from '#lib/drivers/objects/engine.ts';
import { objectEngine } from '#lib/drivers/objects/open.ts';
import { findWorkflow } from '#lib/drivers/workflows/start.ts';
import { region } from '#lib/model/platform/common.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Health, version } from '#lib/model/platform/platform.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type HostEntry, readDirectory } from '#lib/store/compute/hosts.ts';

/** Milliseconds that a service may take to answer. */
const patience = 2_000;

/**
 * What the platform can do now. 503, with what is missing, while the table does not answer or no compute host is alive.
 * On a laptop also until a launch would be accepted: the host agent of this start has registered, it can boot an image,
 * and the workflows and the object engine answer.
 */
export async function showHealth(context: PublicContext): Promise<Health> {
  const [directory, engines] = await Promise.all([readHosts(), isLocal() ? missingEngines() : []]);
  const hosts = liveHosts(registeredHosts(directory));
  const missing = [...missingOf(hosts), ...engines];
  if (missing.length > 0) throw unavailable(missing.join('; '));
  return {
    status: 'ok',
    version,
    region,
    compute: computeOf(hosts),
    s3_url: setting('SVC_S3_URL') ?? null,
    time: rfc3339(context.now),
  };
}

const isLocal = () => setting('SVC_MODE') === 'local';

/** What these hosts lack: that there is one, and on a laptop an image that can be booted. */
function missingOf(hosts: readonly HostEntry[]): string[] {
  if (hosts.length === 0) return [isLocal() ? 'the host agent has not registered yet' : 'no compute host is alive'];
  const images = imagesOf(hosts);
  if (!isLocal() || images.some(({ available }) => available)) return [];
  return [`no image can be booted: ${images[0]?.unavailable_reason}`];
}

/** The engines that do not answer. Asked on a laptop only: `GET /healthz` is public, and a cloud counts such calls. */
async function missingEngines(): Promise<string[]> {
  const asked = [
    { name: 'the workflows do', answer: findWorkflow('launch') },
    { name: 'the object engine does', answer: askObjectEngine() },
  ];
  const answers = await Promise.allSettled(asked.map(({ answer }) => inTime(answer)));
  return asked.flatMap(({ name }, at) => (answers[at]?.status === 'rejected' ? [`${name} not answer`] : []));
}

/** Reads from the object engine. A refusal of a bucket is an answer. */
async function askObjectEngine(): Promise<void> {
  await objectEngine()
    ?.listObjects('svc-health', { limit: 1 })
    .catch((error: unknown) => {
      if (!(error instanceof ObjectEngineError)) throw error;
    });
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
const readHosts = (): Promise<HostEntry[]> =>
  inTime(readDirectory()).catch(() => {
    throw unavailable('the table does not answer');
  });

const inTime = <T>(answer: Promise<T>): Promise<T> => withTimeout(answer, patience, () => new Error('late'));

const unavailable = (what: string) => new ApiError('dependency_unavailable', what, { retryAfter: 1 });
