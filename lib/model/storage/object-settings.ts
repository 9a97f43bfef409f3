import type { Environment } from '#lib/model/platform/setting.ts';
import { environment, type Single, setting, settings } from '#lib/model/platform/settings.ts';

/** The address of an engine. */
interface Reached {
  /** An origin without a path. */
  url: string;
  /** The region that clients sign for. */
  region: string;
}

/** The settings of a deployment's object engine. */
export type ObjectSettings =
  | (Reached & { engine: 'embedded'; socketPath: string; secret: string; caFile: string })
  | (Reached & { engine: 'rgw'; addressing: readonly ('path' | 'virtual')[]; secretName: string })
  | (Reached & { engine: 'aws-s3'; bucketPrefix: string; userPath: string; boundary: string });

/** Thrown for unusable settings of an object engine. The message names each variable and what it allows. */
export class ObjectSettingsError extends Error {
  override readonly name = 'ObjectSettingsError';
}

type Read = <N extends Single>(name: N, fallback?: Value<N>) => Value<N>;
type Value<N extends Single> = NonNullable<ReturnType<typeof setting<N>>>;

const engines: { [K in ObjectSettings['engine']]: (read: Read) => ObjectSettings } = {
  embedded: (read) => ({
    engine: 'embedded',
    url: read('SVC_S3_URL'),
    region: read('SVC_OBJECT_REGION', 'in-mum'),
    socketPath: read('SVC_S3_ADMIN_SOCKET'),
    secret: read('SVC_S3_ADMIN_SECRET'),
    caFile: read('SVC_S3_CA_FILE'),
  }),
  rgw: (read) => ({
    engine: 'rgw',
    url: read('SVC_S3_URL'),
    region: read('SVC_OBJECT_REGION', 'in-mum'),
    addressing: read('SVC_OBJECT_ADDRESSING', ['path']),
    secretName: read('SVC_OBJECT_SECRET'),
  }),
  'aws-s3': (read) => ({
    engine: 'aws-s3',
    url: read('SVC_S3_URL'),
    region: read('SVC_OBJECT_REGION'),
    bucketPrefix: read('SVC_OBJECT_BUCKET_PREFIX'),
    userPath: read('SVC_OBJECT_USER_PATH'),
    boundary: read('SVC_OBJECT_USER_BOUNDARY'),
  }),
};

/** The names of all engines. */
export const objectEngines: readonly string[] = Object.keys(engines);

/**
 * Reads the engine's settings from the environment, by default that of this process; undefined when none is set. Throws
 * one ObjectSettingsError for all faults.
 */
export function objectSettings(env: Environment = environment()): ObjectSettings | undefined {
  const engine = orThrow(() => setting('SVC_OBJECT_ENGINE', env));
  if (!engine) return undefined;
  const faults: string[] = [];
  const found = engines[engine]((name, fallback) => {
    try {
      const value = setting(name, env) ?? fallback;
      if (value === undefined) faults.push(`${name} is not set, and ${engine} needs it (${settings[name].allowed})`);
      return value as NonNullable<typeof value>;
    } catch (error) {
      faults.push((error as Error).message);
      return undefined as never;
    }
  });
  if (faults.length > 0) throw new ObjectSettingsError(faults.join('; '));
  return found;
}

function orThrow<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ObjectSettingsError((error as Error).message);
  }
}
