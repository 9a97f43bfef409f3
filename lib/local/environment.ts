import { randomUUID } from 'node:crypto';
import type { EngineSocket } from '#lib/drivers/objects/embedded/engine.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type Settings, s3UrlOf } from './settings.ts';

/** Names of the cloud for this laptop. They are never sent anywhere. */
export const REGION = 'ap-south-1';
export const ACCOUNT = '000000000000';

export const functionArn = (name: string) => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`;
export const machineArn = (name: string) => `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${name}`;

type Variables = Record<string, string>;

/**
 * The socket of a host's relay, which serves consoles; only this user can reach its folder. The hosts of this computer
 * are numbered from 1 on.
 */
export const consoleSocket = (socketDir: string, number = 1): string =>
  `${socketDir}/console${number > 1 ? `-${number}` : ''}`;

/** By it machines reach the platform. */
export const insideSocket = (socketDir: string): string => `${socketDir}/inside`;

interface Places {
  readonly settings: Settings;
  readonly dataFile: (name: string) => string;
  readonly socketDir: string;
}

interface Parts extends Places {
  readonly dynamodbEndpoint: string;
  /** The address of the rate windows. */
  readonly windowsEndpoint: string;
  readonly sfnEndpoint: string;
  readonly gatewayUrl: string;
  /** The socket on which the object engine takes the control plane's calls, where there is one. */
  readonly objects: EngineSocket | undefined;
}

/** The variables of functions and of the host agent, on a laptop. */
export const sharedEnvironment = ({ settings, dataFile, socketDir }: Places): Variables => ({
  SVC_MODE: 'local',
  SVC_CLOCK_FILE: dataFile('clock.json'),
  SVC_BASE_URL: `http://localhost:${settings.port}`,
  SVC_CONSOLE_SOCKET: consoleSocket(socketDir),
  SVC_INSIDE_SOCKET: insideSocket(socketDir),
  SVC_DATA_DIR: settings.dataDir,
  SVC_COMPUTE: settings.compute,
  SVC_TIME_SCALE: String(settings.timeScale),
  SVC_LIMITS: settings.limits,
});

/** The variables that functions read, on a laptop. */
export function functionEnvironment({
  settings,
  dataFile,
  socketDir,
  dynamodbEndpoint,
  windowsEndpoint,
  sfnEndpoint,
  gatewayUrl,
  objects,
}: Parts): Variables {
  return {
    ...sharedEnvironment({ settings, dataFile, socketDir }),
    SVC_TABLE: 'svc',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
    SVC_WINDOWS_ENDPOINT: windowsEndpoint,
    AWS_ENDPOINT_URL_SFN: sfnEndpoint,
    SVC_SIGNING_KEY_FILE: dataFile('keys/signing.json'),
    SVC_SECRET_KEY_FILE: dataFile('keys/secret.json'),
    SVC_RUN: randomUUID(),
    SVC_S3_URL: s3UrlOf(settings),
    ...(objects && {
      SVC_OBJECT_ENGINE: 'embedded',
      SVC_OBJECT_REGION: settings.s3Region,
      SVC_S3_ADMIN_SOCKET: objects.socketPath,
      SVC_S3_ADMIN_SECRET: objects.secret,
      ...(settings.s3Tls && { SVC_S3_CA_FILE: settings.s3Tls.cert }),
    }),
    SVC_HOST_BELL: `ws+unix:${socketDir}/hosts:/hosts/self/bell`,
    SVC_STREAM_WAKEUP: `${socketDir}/stream`,
    SVC_MAILBOX_DIR: dataFile('mailbox'),
    SVC_VM_DOMAIN: 'vm.localhost',
    SVC_SIGNUP_CREDIT_PAISE: '1000000',
    SVC_GATEWAY_URL: gatewayUrl,
    SVC_GATEWAY_KEY_FILE: dataFile('keys/gateway.json'),
    SVC_CHECKOUT_URL: `http://localhost:${settings.port}/dev/checkout.html`,
    ...ofTheSupplier(),
  };
}

/**
 * The issuer of invoices on a laptop, unless the user sets one: a fictitious company with a GSTIN of the right form.
 */
function ofTheSupplier(): Variables {
  return {
    SVC_SUPPLIER_NAME: setting('SVC_SUPPLIER_NAME') || 'svc on this laptop',
    SVC_SUPPLIER_ADDRESS: setting('SVC_SUPPLIER_ADDRESS') || '1 Loopback Road, Mumbai 400001, Maharashtra',
    SVC_SUPPLIER_GSTIN: setting('SVC_SUPPLIER_GSTIN') || '27AAPFU0939F1ZV',
  };
}

/**
 * Amazon's variables, with stand-ins, so that no call can reach a real account. The user's credentials are kept only
 * where the user has named another engine.
 */
export function awsEnvironment(env: Readonly<NodeJS.ProcessEnv>, settings: Settings): Variables {
  const kept = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION'];
  const others = settings.dynamodbEndpoint !== undefined || settings.sfnEndpoint !== undefined;
  const credentials = kept.flatMap((name) => (others && env[name] ? [[name, env[name]]] : []));
  return {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    ...Object.fromEntries(credentials),
  };
}

const ofTheSystem = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'XDG_RUNTIME_DIR'],
  'NODE_COMPILE_CACHE',
];
const forTheAgent = [
  ...['SVC_MODE', 'SVC_CLOCK_FILE', 'SVC_BASE_URL', 'SVC_CONSOLE_SOCKET', 'SVC_INSIDE_SOCKET'],
  ...[
    'SVC_DATA_DIR',
    'SVC_COMPUTE',
    'SVC_TIME_SCALE',
    'SVC_LIMITS',
    'SVC_HOST',
    'SVC_HOST_NUMBER',
    'SVC_HOST_API',
    'SVC_HOST_KEY_FILE',
    'SVC_IMAGE_REGISTRY',
    'SVC_REGISTRY_AUTH',
  ],
];

/**
 * The variables that the host agent may see: nothing by which it reaches the table, a workflow or Amazon, and no secret
 * but the paths of its own key and of the credentials for registries.
 */
export function agentEnvironment(env: Readonly<NodeJS.ProcessEnv>, variables: Variables): Variables {
  const named = [...ofTheSystem, ...forTheAgent].flatMap((name) => {
    const value = variables[name] ?? env[name];
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(named);
}
