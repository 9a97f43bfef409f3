import { imagesOf } from '#lib/domain/compute/catalog/offered.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow, withTimeout } from '#lib/drivers/clocks/real.ts';
import { ObjectEngineError } from '#lib/drivers/objects/engine.ts';
import { objectEngine } from '#lib/drivers/objects/open.ts';
import { findWorkflow } from '#lib/drivers/workflows/start.ts';
import { region } from '#lib/model/platform/common.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Health } from '#lib/model/platform/platform.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { version } from '#lib/model/platform/version.ts';
import { type Catalog, readCatalog } from '#lib/store/compute/directory.ts';

/** Milliseconds that a service has to answer. */
const patience = 2_000;

/**
 * The health of the platform. 503, with what is missing, while the table does not answer or no compute host is alive.
 * On a laptop also until a launch would be accepted: the host agent of this start has registered and can boot an image,
 * and the workflows and the object engine answer.
 */
export async function showHealth(context: PublicContext): Promise<Health> {
  const [catalog, engines] = await Promise.all([knownHosts(), isLocal() ? missingEngines() : []]);
  const images = imagesOf(catalog.images);
  const missing = [...missingOf(catalog, images), ...engines];
  if (missing.length > 0) throw unavailable(missing.join('; '));
  return {
    status: 'ok',
    version,
    region,
    compute: computeOf(catalog, images),
    s3_url: setting('SVC_S3_URL') ?? null,
    time: rfc3339(context.now),
  };
}

const isLocal = () => setting('SVC_MODE') === 'local';

type Images = ReturnType<typeof imagesOf>;

/** What is missing: a host and, on a laptop, an image that can be booted. */
function missingOf(catalog: Catalog, images: Images): string[] {
  // On a laptop only the hosts of this start of the platform count.
  const isThere = catalog.alive > 0 && catalog.run === setting('SVC_RUN');
  if (!isThere) return [isLocal() ? 'the host agent has not registered yet' : 'no compute host is alive'];
  if (!isLocal() || images.some(({ available }) => available)) return [];
  return [`no image can be booted: ${images[0]?.unavailable_reason}`];
}

/**
 * The engines that do not answer. They are only asked on a laptop: `GET /healthz` is public, and the cloud charges for
 * such calls.
 */
async function missingEngines(): Promise<string[]> {
  const asked = [
    { name: 'the workflows do', answer: findWorkflow('launch') },
    { name: 'the object engine does', answer: askObjectEngine() },
  ];
  const answers = await Promise.allSettled(asked.map(({ answer }) => inTime(answer)));
  return asked.flatMap(({ name }, at) => (answers[at]?.status === 'rejected' ? [`${name} not answer`] : []));
}

/** Reads from the object engine. A refusal about a bucket also proves that it answers. */
async function askObjectEngine(): Promise<void> {
  await objectEngine()
    ?.listObjects('svc-health', { limit: 1 })
    .catch((error: unknown) => {
      if (!(error instanceof ObjectEngineError)) throw error;
    });
}

/** Placement picks the host, so the capabilities are those that all hosts have. For an image one host is enough. */
const computeOf = ({ alive, drivers, capabilities }: Catalog, images: Images): Health['compute'] => ({
  driver: drivers.join('+'),
  capabilities,
  images: images.flatMap(({ id, available }) => (available ? [id] : [])),
  // Every host of the catalog runs the agent, so their common capabilities are those of this kind.
  kinds: alive > 0 ? [{ kind: 'agent', capabilities }] : [],
});

/** Clears the cache, for tests in which the hosts change faster. */
export function forgetHosts(): void {
  known = undefined;
}

let known: { catalog: Catalog; until: number } | undefined;

/** Milliseconds for which a deployed function caches the catalog. */
const remembered = 10_000;

/** The catalog of hosts. 503 where the table does not answer in time. */
async function knownHosts(): Promise<Catalog> {
  const now = realNow().getTime();
  if (known && !isLocal() && now < known.until) return known.catalog;
  const catalog = await inTime(readCatalog()).catch(() => {
    throw unavailable('the table does not answer');
  });
  // Cached only if it names hosts, so that the first host is noticed at once.
  known = catalog.alive > 0 ? { catalog, until: now + remembered } : undefined;
  return catalog;
}

const inTime = <T>(answer: Promise<T>): Promise<T> => withTimeout(answer, patience, () => new Error('late'));

const unavailable = (what: string) => new ApiError('dependency_unavailable', what, { retryAfter: 1 });
