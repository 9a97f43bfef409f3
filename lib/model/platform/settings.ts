import { consoleAddress } from './console-address.ts';
import { capacity, hostNumber, ipv4, pool, portRanges, registry, scopeName } from './host-setting-forms.ts';
import { addressings, iamPath, prefix, region } from './object-setting-forms.ts';
import { requiredLimits } from './required-limits.ts';
import { type Environment, or, read, type Setting, unset } from './setting.ts';
import { given, list, number, oneOf, origin, port, scale, seconds, stateName, url, whole } from './setting-forms.ts';
import { mostShards } from './spread.ts';
import { webhookHosts } from './webhook-hosts.ts';

const file = given('a file');
const folder = given('a folder');
const socket = given('a unix socket');
const secret = given('a secret of AWS Secrets Manager');
const endpoint = given('an address');
const text = given('a text');
const drivers = oneOf(['auto', 'container', 'process', 'qemu', 'simulated']);

/**
 * Every environment variable that is read; nothing reads another one (`test/contract/settings.test.ts`). `<NAME>`
 * stands for the name of one of a family, in capitals. `npm run openapi` makes docs/settings.md from this table and its
 * comments, which no function contains.
 */
export const settings = {
  // Set by the user of a laptop.
  /** The API. */
  SVC_PORT: or(port, 3000),
  /** The S3 endpoint. */
  SVC_S3_PORT: or(port, 9000),
  /** The region that clients of the S3 endpoint sign for. */
  SVC_S3_REGION: or(region, 'in-mum'),
  /** The certificate of the S3 endpoint with its chain, PEM. */
  SVC_S3_TLS_CERT: unset(file),
  /** The key of that certificate, PEM. */
  SVC_S3_TLS_KEY: unset(file),
  /** All state, except the disks of root's machines (docs/data.md). */
  SVC_DATA_DIR: or(folder, '.svc'),
  /** The compute driver. */
  SVC_COMPUTE: or(drivers, 'auto'),
  /** The number of hosts on this computer, each with its own machines, disks and public addresses. */
  SVC_HOSTS: or(hostNumber, 1),
  /** Multiplies the durations of the simulated driver. */
  SVC_TIME_SCALE: or(scale, 1),
  /** `off` turns the rate windows off and raises all quotas. */
  SVC_LIMITS: or(oneOf(['on', 'off']), 'on'),
  /** `requests` prints one line for each request. */
  SVC_LOG: or(oneOf(['warnings', 'requests']), 'warnings'),
  /** The registry of catalog images, and where in it they are. */
  SVC_IMAGE_REGISTRY: or(registry, 'docker.io'),
  /** Docker's config.json with credentials for the registries of catalog images. */
  SVC_REGISTRY_AUTH: unset(file),
  /** A saved state to start from (docs/emulator.md). */
  SVC_STATE: unset(stateName),
  /** A DynamoDB instead of the embedded one. */
  SVC_DYNAMODB_ENDPOINT: unset(origin),
  /** A Step Functions instead of the embedded one. */
  SVC_SFN_ENDPOINT: unset(origin),
  /** The origins of browser clients. */
  SVC_CORS_ORIGINS: or(list('origins'), []),
  /** Receivers of webhooks that may have a private address: names as in their URLs, addresses, or address blocks. */
  SVC_WEBHOOK_HOSTS: or(webhookHosts, []),

  // Set by the operator of a deployment.
  /** The limit of a quota, instead of its default. */
  'SVC_QUOTA_<NAME>': unset(whole('')),
  /** The credit of a new account. */
  SVC_SIGNUP_CREDIT_PAISE: or(whole(' of paise'), 50_000),
  /** The domain of public host names. */
  SVC_VM_DOMAIN: or(text, 'vm.localhost'),
  /** Limits of a plan that a host must have for machines to be placed on it. */
  SVC_HOST_LIMITS: or(requiredLimits, []),
  /** The name of the supplier on invoices. */
  SVC_SUPPLIER_NAME: unset(text),
  /** The address on invoices. */
  SVC_SUPPLIER_ADDRESS: unset(text),
  /** The GSTIN on invoices; its first two digits are the state. */
  SVC_SUPPLIER_GSTIN: unset(text),
  /** The address of the API, as clients and links in mails name it. */
  SVC_BASE_URL: unset(url),
  /** The address of the pages that mails link to, if they are not beside the API. */
  SVC_PAGES_URL: unset(url),
  /** The sender of mail. */
  SVC_MAIL_FROM: unset(text),
  /** The object engine; without it there is no object storage. */
  SVC_OBJECT_ENGINE: unset(oneOf(['embedded', 'rgw', 'aws-s3'])),
  /** The S3 endpoint, as clients name it. */
  SVC_S3_URL: unset(origin),
  /** The region that clients of the S3 endpoint sign for. */
  SVC_OBJECT_REGION: unset(region),
  /** How buckets are named in addresses, with `rgw`. */
  SVC_OBJECT_ADDRESSING: unset(addressings),
  /** The prefix of the names of buckets, with `aws-s3`. */
  SVC_OBJECT_BUCKET_PREFIX: unset(prefix),

  // Set by the stack, or by `npm start` for its own parts.
  /** `local` on a laptop. */
  SVC_MODE: unset(oneOf(['local'])),
  /** The name of the DynamoDB table. */
  SVC_TABLE: unset(text),
  /** An engine for rate windows alone. On a laptop it is the platform's own memory. */
  SVC_WINDOWS_ENDPOINT: unset(endpoint),
  /** The keys that sign tokens. */
  SVC_SIGNING_KEY_FILE: unset(file),
  /** The same in a deployment. */
  SVC_SIGNING_KEY_SECRET: unset(secret),
  /** The public keys of tokens. */
  SVC_JWKS: unset(given('a URL or a secret')),
  /** The keys that seal what is stored. */
  SVC_SECRET_KEY_FILE: unset(file),
  /** The same in a deployment. */
  SVC_SECRET_KEY_SECRET: unset(secret),
  /** The payment gateway. */
  SVC_GATEWAY_URL: or(endpoint, 'https://api.razorpay.com'),
  /** The keys of the payment gateway. */
  SVC_GATEWAY_KEY_FILE: unset(file),
  /** The same in a deployment. */
  SVC_GATEWAY_SECRET: unset(secret),
  /** The page on which an order is paid. */
  SVC_CHECKOUT_URL: unset(url),
  /** How far the civil clock was moved. */
  SVC_CLOCK_FILE: unset(file),
  /** This start of a local platform, which its host agent announces. */
  SVC_RUN: unset(text),
  /** The generation of the state. It changes when a state is loaded. */
  SVC_GENERATION: unset(text),
  /** The namespace of the metrics for alarms. Without it no metrics are written. */
  SVC_METRICS: unset(text),
  /** How often each scheduled task runs, in seconds, and how many runs share its work: `a=60,b*16=60`. */
  SVC_SCHEDULES: unset(seconds),
  /** The seconds over which a scheduled task spreads what is due at one time. */
  SVC_SPREAD: or(whole(''), 0),
  /** The shards of each index of work. 0 where it is not divided, and nothing looks for shards. */
  SVC_SHARDS: or(number(/^\d{1,2}$/, 0, mostShards, `a whole number from 0 to ${mostShards}`), 0),
  /** The WebSocket by which functions wake hosts: wss:// of API Gateway, or ws+unix: and a socket. */
  SVC_HOST_BELL: unset(text),
  /** Has new mail, documents and events dealt with at once. */
  SVC_STREAM_WAKEUP: unset(socket),
  /** The socket on which the host agent serves consoles. */
  SVC_CONSOLE_SOCKET: unset(socket),
  /** The socket through which machines reach the platform. */
  SVC_INSIDE_SOCKET: unset(socket),
  /** The socket for questions about faults of mail and webhooks, while any are set. */
  SVC_FAULTS: unset(socket),
  /** The proxy in front of the table while faults of it are set. */
  SVC_TABLE_FAULTS: unset(endpoint),
  /** The proxy in front of the table while its index lags. */
  SVC_TABLE_LAG: unset(endpoint),
  /** A folder in which mail is stored instead of being sent. */
  SVC_MAILBOX_DIR: unset(folder),
  /** The id of the host that an agent runs. */
  SVC_HOST: or(text, 'local'),
  /** The number of that host among those of its computer. */
  SVC_HOST_NUMBER: or(hostNumber, 1),
  /** The address at which that agent reaches the host API: `unix:` and a socket, or an HTTPS address. */
  SVC_HOST_API: unset(text),
  /** The private key of that host, an Ed25519 JWK. */
  SVC_HOST_KEY_FILE: unset(file),
  /** The socket on which the embedded object engine takes calls of the platform. */
  SVC_S3_ADMIN_SOCKET: unset(socket),
  /** The secret that signs those calls. */
  SVC_S3_ADMIN_SECRET: unset(given('its secret')),
  /** The authority of the certificate of the S3 endpoint. */
  SVC_S3_CA_FILE: or(file, ''),
  /** The owner and its keys at the object engine, with `rgw`. */
  SVC_OBJECT_SECRET: unset(secret),
  /** The path of the users that hold keys of buckets, with `aws-s3`. */
  SVC_OBJECT_USER_PATH: unset(iamPath),
  /** The permissions boundary of those users, with `aws-s3`. */
  SVC_OBJECT_USER_BOUNDARY: unset(given('the ARN of a policy')),
  /** The ARN of a workflow. */
  'STATE_MACHINE_<NAME>': unset(text),

  // Set by `svc-host join`, on a host that has joined.
  /** Where machines' SSH ports are. */
  SVC_PUBLIC_IP: unset(ipv4),
  /** The address of the host to which a router translates that address, if it is not the host's own. */
  SVC_LISTEN_IP: unset(ipv4),
  /** The capacity that the host offers to machines; by default all that it has. */
  SVC_CAPACITY: unset(capacity),
  /** The block of elastic IPs and load balancers; without it there are none. */
  SVC_ADDRESS_POOL: unset(pool),
  /** The name, allowed by an operator, of disks that hosts share; without it the host's disks are its own. */
  SVC_DISK_SCOPE: unset(scopeName),
  /** Ports of the public address that are not given to machines. */
  SVC_RESERVED_PORTS: or(portRanges, []),
  /** The address at which browsers reach the consoles of its machines; without it the host serves none. */
  SVC_CONSOLE_URL: unset(consoleAddress),
  /** The port on which the host listens for consoles, if a router translates the port of that address. */
  SVC_CONSOLE_PORT: unset(port),
  /** The certificate of that address with its chain, PEM. It is read again after a renewal. */
  SVC_CONSOLE_CERT: unset(file),
  /** The key of that certificate, PEM. */
  SVC_CONSOLE_KEY: unset(file),

  // Set by Lambda, or by a client of AWS.
  /** The region of AWS. */
  AWS_REGION: or(text, 'ap-south-1'),
  /** The credentials of AWS. */
  AWS_ACCESS_KEY_ID: unset(text),
  /** The same. */
  AWS_SECRET_ACCESS_KEY: unset(text),
  /** The same. */
  AWS_SESSION_TOKEN: unset(text),
  /** Another DynamoDB. */
  AWS_ENDPOINT_URL_DYNAMODB: unset(endpoint),
  /** Another Step Functions. */
  AWS_ENDPOINT_URL_SFN: unset(endpoint),
  /** Another SES. */
  AWS_ENDPOINT_URL_SESV2: unset(endpoint),
  /** Another Secrets Manager. */
  AWS_ENDPOINT_URL_SECRETS_MANAGER: unset(endpoint),
  /** Another IAM. */
  AWS_ENDPOINT_URL_IAM: unset(endpoint),

  // Set by the system.
  /** Where programs are looked for. */
  PATH: or(text, ''),
  /** A folder for sockets. */
  XDG_RUNTIME_DIR: or(folder, ''),
};

type Name = keyof typeof settings;
/** The family of a name that ends in `<NAME>`. */
type Family = Extract<Name, `${string}<NAME>`>;
/** A name that is not a family. */
export type Single = Exclude<Name, Family>;
type ValueOf<N extends Name> = (typeof settings)[N] extends Setting<infer T> ? T : never;

/** The current value of a variable, or its default if it is unset or blank. Throws SettingError for invalid text. */
export function setting<N extends Single>(name: N, env: Environment = process.env): ValueOf<N> {
  return read(settings[name] as Setting<ValueOf<N>>, name, env);
}

/** The same for one of a family. `which` replaces `<NAME>`, in any case. */
export function settingOf<N extends Family>(family: N, which: string): ValueOf<N> {
  return read(settings[family] as Setting<ValueOf<N>>, nameOf(family, which), process.env);
}

/** The name of one of a family: `STATE_MACHINE_<NAME>` for `launch` is STATE_MACHINE_LAUNCH. */
export const nameOf = (family: Family, which: string): string =>
  family.replace('<NAME>', () => which.replaceAll('-', '_').toUpperCase());

/**
 * The whole environment of this process, for code that passes it to another program, or that sets variables for
 * functions in this process.
 */
export const environment = (): NodeJS.ProcessEnv => process.env;
