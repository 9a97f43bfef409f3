import { resolve } from 'node:path';
import type { Environment } from '#lib/model/platform/setting.ts';
import { type Single, setting } from '#lib/model/platform/settings.ts';
import type { DriverChoice } from '#lib/runtime/registry.ts';
import { StartError } from './start-error.ts';

/**
 * The settings of a local run (contract 4.11), checked. `dataDir` is absolute; an endpoint is set only where the
 * embedded engine is not used.
 */
export interface Settings {
  readonly port: number;
  readonly s3Port: number;
  /** The region that clients of the S3 endpoint sign for. */
  readonly s3Region: string;
  /** The paths of the S3 endpoint's certificate and key (PEM). Without them it is plain http. */
  readonly s3Tls: { readonly cert: string; readonly key: string } | undefined;
  readonly dataDir: string;
  readonly compute: DriverChoice;
  readonly timeScale: number;
  readonly limits: 'on' | 'off';
  readonly log: 'warnings' | 'requests';
  /** The saved state to start from. */
  readonly state: string | undefined;
  readonly dynamodbEndpoint: string | undefined;
  readonly sfnEndpoint: string | undefined;
  /** The key with which the engine at `sfnEndpoint` signs its invocations of functions. */
  readonly lambdaKey: { readonly id: string; readonly secret: string } | undefined;
}

/** Reads the settings. Refuses with all errors in one sentence; each names its variable and what is allowed. */
export function readSettings(env: Environment, cwd: string): Settings {
  const faults: string[] = [];
  const read = <N extends Single>(name: N): ReturnType<typeof setting<N>> => {
    try {
      return setting(name, env);
    } catch (error) {
      faults.push((error as Error).message);
      return setting(name, {});
    }
  };
  const settings = {
    port: read('SVC_PORT'),
    s3Port: read('SVC_S3_PORT'),
    s3Region: read('SVC_S3_REGION'),
    s3Tls: certificate(env, cwd, faults),
    dataDir: resolve(cwd, read('SVC_DATA_DIR')),
    compute: read('SVC_COMPUTE'),
    timeScale: read('SVC_TIME_SCALE'),
    limits: read('SVC_LIMITS'),
    log: read('SVC_LOG'),
    state: read('SVC_STATE'),
    dynamodbEndpoint: read('SVC_DYNAMODB_ENDPOINT'),
    sfnEndpoint: read('SVC_SFN_ENDPOINT'),
  };
  // The host agent uses it; a wrong one is to end the start all the same.
  read('SVC_IMAGE_REGISTRY');
  const key = settings.sfnEndpoint === undefined ? undefined : lambdaKey(env, faults);
  if (settings.port === settings.s3Port)
    faults.push(`SVC_PORT and SVC_S3_PORT are both ${settings.port}; they must differ`);
  if (faults.length > 0) throw new StartError(faults.join('; '));
  return { ...settings, lambdaKey: key };
}

/** The address for S3 clients: {s3_url} of the contract. */
export function s3UrlOf({ s3Port, s3Tls }: Pick<Settings, 's3Port' | 's3Tls'>): string {
  return `${s3Tls ? 'https' : 'http'}://localhost:${s3Port}`;
}

/** The minimum length of the secret, in characters. */
const LEAST_SECRET = 16;

function certificate(env: Environment, cwd: string, faults: string[]): Settings['s3Tls'] {
  const [cert, key] = [setting('SVC_S3_TLS_CERT', env), setting('SVC_S3_TLS_KEY', env)];
  if (cert && key) return { cert: resolve(cwd, cert), key: resolve(cwd, key) };
  const [set, unset] = cert ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
  if (cert || key) faults.push(`SVC_S3_TLS_${set} is set and SVC_S3_TLS_${unset} is not; set both or neither`);
  return undefined;
}

/** Functions can act for every account, so a caller over a port must sign with a secret that cannot be guessed. */
function lambdaKey(env: Environment, faults: string[]): Settings['lambdaKey'] {
  const { AWS_ACCESS_KEY_ID: id = '', AWS_SECRET_ACCESS_KEY: secret = '' } = env;
  if (id && secret.length >= LEAST_SECRET) return { id, secret };
  faults.push(
    `SVC_SFN_ENDPOINT: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (${LEAST_SECRET} characters or more) too, to what that engine signs with when it invokes functions`,
  );
  return undefined;
}
