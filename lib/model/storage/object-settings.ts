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

type Environment = Readonly<Record<string, string | undefined>>;
type Form<T> = { parse(text: string): T | undefined; allowed: string };

const matching = (pattern: RegExp, allowed: string): Form<string> => ({
  parse: (text) => (pattern.test(text) ? text : undefined),
  allowed,
});

const origin: Form<string> = { parse: originOf, allowed: 'an http:// or https:// URL without a path' };
const region = matching(/^[a-z0-9-]{1,32}$/, 'the name of a region (a-z 0-9 -)');
const given = (what: string): Form<string> => matching(/./, what);
const prefix = matching(/^[a-z0-9][a-z0-9-]{0,30}$/, 'at most 31 of a-z 0-9 -, not beginning with -');
const path = matching(/^\/([\w.-]+\/)+$/, 'a path of IAM (/name/)');
const addressings: Form<readonly ('path' | 'virtual')[]> = {
  parse: (text) => ({ path: ['path'] as const, 'path,virtual': ['path', 'virtual'] as const })[text],
  allowed: 'path, or path,virtual where the names of buckets below its host lead to it',
};

type Read = <T>(name: string, form: Form<T>, fallback?: T) => T;

const engines: { [K in ObjectSettings['engine']]: (read: Read) => ObjectSettings } = {
  embedded: (read) => ({
    engine: 'embedded',
    url: read('SVC_S3_URL', origin),
    region: 'in-mum',
    socketPath: read('SVC_S3_ADMIN_SOCKET', given('a unix socket')),
    secret: read('SVC_S3_ADMIN_SECRET', given('its secret')),
    caFile: read('SVC_S3_CA_FILE', given('a file'), ''),
  }),
  rgw: (read) => ({
    engine: 'rgw',
    url: read('SVC_S3_URL', origin),
    region: read('SVC_OBJECT_REGION', region, 'in-mum'),
    addressing: read('SVC_OBJECT_ADDRESSING', addressings, ['path']),
    secretName: read('SVC_OBJECT_SECRET', given('a secret of AWS Secrets Manager')),
  }),
  'aws-s3': (read) => ({
    engine: 'aws-s3',
    url: read('SVC_S3_URL', origin),
    region: read('SVC_OBJECT_REGION', region),
    bucketPrefix: read('SVC_OBJECT_BUCKET_PREFIX', prefix),
    userPath: read('SVC_OBJECT_USER_PATH', path),
    boundary: read('SVC_OBJECT_USER_BOUNDARY', given('the ARN of a policy')),
  }),
};

/** The names of all engines. */
export const objectEngines: readonly string[] = Object.keys(engines);

/**
 * Reads the engine's settings from the environment; undefined when none is set. Throws one ObjectSettingsError for all
 * faults.
 */
export function objectSettings(env: Environment): ObjectSettings | undefined {
  const engine = env.SVC_OBJECT_ENGINE?.trim();
  if (!engine) return undefined;
  if (!Object.hasOwn(engines, engine)) {
    const allowed = Object.keys(engines).join(', ');
    throw new ObjectSettingsError(`SVC_OBJECT_ENGINE: "${engine}" is not one of ${allowed}`);
  }
  const faults: string[] = [];
  const settings = engines[engine as ObjectSettings['engine']]((name, { parse, allowed }, fallback) => {
    const text = env[name]?.trim();
    const value = text ? parse(text) : fallback;
    if (value === undefined) faults.push(faultOf(name, text, allowed, engine));
    return value as NonNullable<typeof value>;
  });
  if (faults.length > 0) throw new ObjectSettingsError(faults.join('; '));
  return settings;
}

const faultOf = (name: string, text: string | undefined, allowed: string, engine: string): string =>
  text ? `${name}: "${text}" is not ${allowed}` : `${name} is not set, and ${engine} needs it (${allowed})`;

function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const plain = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
  return plain && !url.username && !url.password ? url.origin : undefined;
}
