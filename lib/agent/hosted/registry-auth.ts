import { readFile } from 'node:fs/promises';
import { DriverError } from '#lib/runtime/driver.ts';

/** How the host reaches registries. */
export interface RegistryAccess {
  /** Whether registries of this computer may be read, by http: its user is the one who asks. */
  readonly loopback: boolean;
  /** Docker's config.json with the credentials for catalog images; null to read these anonymously too. */
  readonly auth: string | null;
  /** The registry of catalog images, and where in it they are (`registry.example/mirror`). Default: docker.io. */
  readonly catalog?: string;
}

/** The name of Docker's own registry in references, and in config.json. */
const HUB = { name: 'docker.io', key: 'https://index.docker.io/v1/' };

/**
 * The credentials for a reference's registry, as `user:password` in base64; null where the file has none. FAILED when
 * the file cannot be read. Programs that keep credentials elsewhere (`credsStore`) are not asked.
 */
export async function credentialsFor(reference: string, { auth }: RegistryAccess): Promise<string | null> {
  if (auth === null) return null;
  const [first = ''] = reference.split('/');
  const registry = reference.includes('/') && (/[.:]/.test(first) || first === 'localhost') ? first : HUB.name;
  const keys = registry === HUB.name ? [HUB.key, HUB.name] : [registry, `https://${registry}`];
  try {
    const { auths = {} } = JSON.parse(await readFile(auth, 'utf8')) as { auths?: Record<string, { auth?: string }> };
    return keys.map((key) => auths[key]?.auth).find((found) => typeof found === 'string') ?? null;
  } catch (error) {
    throw new DriverError('FAILED', `SVC_REGISTRY_AUTH: ${(error as Error).message}`);
  }
}
