import { type Form, given, list, matching, oneOf, origin, port, scale, url, whole } from './setting-forms.ts';

/** Who sets a variable: the user of a laptop, the operator of a deployment, the stack or `npm start`, Amazon, the system. */
export type SetBy = 'laptop' | 'operator' | 'platform' | 'amazon' | 'system';

/** One environment variable: who sets it, what it may be, what it is where it is not set, and what it is for. */
export interface Setting<T> extends Form<NonNullable<T>> {
  readonly by: SetBy;
  readonly fallback: T;
  readonly about: string;
}

const unset = <T>(by: SetBy, form: Form<T>, about: string) =>
  ({ ...form, by, fallback: undefined, about }) as Setting<T | undefined>;
const or = <T>(by: SetBy, form: Form<T>, fallback: T, about: string) =>
  ({ ...form, by, fallback, about }) as Setting<T>;

const file = given('a file');
const folder = given('a folder');
const socket = given('a unix socket');
const secret = given('a secret of AWS Secrets Manager');
const endpoint = given('an address');
const text = given('a text');
const drivers = oneOf(['auto', 'container', 'process', 'qemu', 'simulated']);
const region = matching(/^[a-z0-9-]{1,32}$/, 'the name of a region (a-z 0-9 -)');
const prefix = matching(/^[a-z0-9][a-z0-9-]{0,30}$/, 'at most 31 of a-z 0-9 -, not beginning with -');
const iamPath = matching(/^\/([\w.-]+\/)+$/, 'a path of IAM (/name/)');
const addressings: Form<readonly ('path' | 'virtual')[]> = {
  parse: (value) => ({ path: ['path'] as const, 'path,virtual': ['path', 'virtual'] as const })[value],
  allowed: 'path, or path,virtual where the names of buckets below its host lead to it',
};

/**
 * Every environment variable that is read; nothing reads another (`test/contract/settings.test.ts`). `<NAME>` stands for one
 * of a family, in capitals. `npm run openapi` makes docs/settings.md from this table.
 */
export const settings = {
  SVC_PORT: or('laptop', port, 3000, 'the API'),
  SVC_S3_PORT: or('laptop', port, 9000, 'the S3 endpoint'),
  SVC_S3_TLS_CERT: unset('laptop', file, 'the certificate of the S3 endpoint with its chain, PEM'),
  SVC_S3_TLS_KEY: unset('laptop', file, 'the key of that certificate, PEM'),
  SVC_DATA_DIR: or('laptop', folder, '.svc', 'all state'),
  SVC_COMPUTE: or('laptop', drivers, 'auto', 'the compute driver'),
  SVC_TIME_SCALE: or('laptop', scale, 1, 'multiplies the durations of the simulated driver'),
  SVC_DYNAMODB_ENDPOINT: unset('laptop', origin, 'a DynamoDB instead of the embedded one'),
  SVC_SFN_ENDPOINT: unset('laptop', origin, 'a Step Functions instead of the embedded one'),
  SVC_CORS_ORIGINS: or('laptop', list('origins'), [], 'the origins of browser clients'),

  'SVC_QUOTA_<NAME>': unset('operator', whole(''), 'the limit of a quota, instead of its default'),
  SVC_SIGNUP_CREDIT_PAISE: or('operator', whole(' of paise'), 50_000, 'the credit of a new account'),
  SVC_VM_DOMAIN: or('operator', text, 'vm.localhost', 'the domain of public host names'),
  SVC_SUPPLIER_NAME: unset('operator', text, 'who invoices'),
  SVC_SUPPLIER_ADDRESS: unset('operator', text, 'the address on invoices'),
  SVC_SUPPLIER_GSTIN: unset('operator', text, 'the GSTIN on invoices; its first two digits are the state'),
  SVC_BASE_URL: unset('operator', url, 'the address of the API, as clients and links in mails name it'),
  SVC_PAGES_URL: unset('operator', url, 'where the pages are that mails link to, if not beside the API'),
  SVC_MAIL_FROM: unset('operator', text, 'the sender of mail'),
  SVC_OBJECT_ENGINE: unset('operator', oneOf(['embedded', 'rgw', 'aws-s3']), 'the object engine; without one, none'),
  SVC_S3_URL: unset('operator', origin, 'the S3 endpoint, as clients name it'),
  SVC_OBJECT_REGION: unset('operator', region, 'the region that clients of the S3 endpoint sign for'),
  SVC_OBJECT_ADDRESSING: unset('operator', addressings, 'how buckets are named in addresses, with `rgw`'),
  SVC_OBJECT_BUCKET_PREFIX: unset('operator', prefix, 'what the names of buckets begin with, with `aws-s3`'),

  SVC_MODE: unset('platform', oneOf(['local']), '`local` on a laptop'),
  SVC_TABLE: unset('platform', text, 'the name of the DynamoDB table'),
  SVC_WINDOWS_ENDPOINT: unset('platform', endpoint, 'an engine for rate windows alone'),
  SVC_SIGNING_KEY_FILE: unset('platform', file, 'the keys that sign tokens'),
  SVC_SIGNING_KEY_SECRET: unset('platform', secret, 'the same in a deployment'),
  SVC_JWKS: unset('platform', given('a URL or a secret'), 'the public keys of tokens'),
  SVC_SECRET_KEY_FILE: unset('platform', file, 'the keys that seal what is stored'),
  SVC_SECRET_KEY_SECRET: unset('platform', secret, 'the same in a deployment'),
  SVC_GATEWAY_URL: or('platform', endpoint, 'https://api.razorpay.com', 'the payment gateway'),
  SVC_GATEWAY_KEY_FILE: unset('platform', file, 'the keys of the payment gateway'),
  SVC_GATEWAY_SECRET: unset('platform', secret, 'the same in a deployment'),
  SVC_CHECKOUT_URL: unset('platform', url, 'the page on which an order is paid'),
  SVC_CLOCK_FILE: unset('platform', file, 'how far the civil clock was moved'),
  SVC_TARGET_KEY: unset('platform', text, 'the key under which the front listener signs requests'),
  SVC_WAKEUP: unset('platform', socket, 'wakes the host agent'),
  SVC_MAIL_WAKEUP: unset('platform', socket, 'has posted mail sent at once'),
  SVC_DOCUMENTS_WAKEUP: unset('platform', socket, 'has documents made at once'),
  SVC_CONSOLE_SOCKET: unset('platform', socket, 'where the host agent serves consoles'),
  SVC_MAILBOX_DIR: unset('platform', folder, 'mail goes there instead of being sent'),
  SVC_HOST: or('platform', text, 'local', 'the id of the host that an agent runs'),
  SVC_S3_ADMIN_SOCKET: unset('platform', socket, 'where the embedded object engine takes calls of the platform'),
  SVC_S3_ADMIN_SECRET: unset('platform', given('its secret'), 'what those calls are signed with'),
  SVC_S3_CA_FILE: or('platform', file, '', 'the authority of the certificate of the S3 endpoint'),
  SVC_OBJECT_SECRET: unset('platform', secret, 'the owner and its keys at the object engine, with `rgw`'),
  SVC_OBJECT_USER_PATH: unset('platform', iamPath, 'the path of users that keys of buckets belong to, with `aws-s3`'),
  SVC_OBJECT_USER_BOUNDARY: unset('platform', given('the ARN of a policy'), 'what bounds those users, with `aws-s3`'),
  'STATE_MACHINE_<NAME>': unset('platform', text, 'the ARN of a workflow'),

  AWS_REGION: or('amazon', text, 'ap-south-1', 'the region of AWS'),
  AWS_ACCESS_KEY_ID: unset('amazon', text, 'the credentials of AWS'),
  AWS_SECRET_ACCESS_KEY: unset('amazon', text, 'the same'),
  AWS_SESSION_TOKEN: unset('amazon', text, 'the same'),
  AWS_ENDPOINT_URL_DYNAMODB: unset('amazon', endpoint, 'another DynamoDB'),
  AWS_ENDPOINT_URL_SFN: unset('amazon', endpoint, 'another Step Functions'),
  AWS_ENDPOINT_URL_SESV2: unset('amazon', endpoint, 'another SES'),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: unset('amazon', endpoint, 'another Secrets Manager'),
  AWS_ENDPOINT_URL_IAM: unset('amazon', endpoint, 'another IAM'),

  PATH: or('system', text, '', 'where programs are looked for'),
  XDG_RUNTIME_DIR: or('system', folder, '', 'a folder for sockets'),
};

type Name = keyof typeof settings;
/** The family of a name that ends in `<NAME>`. */
type Family = Extract<Name, `${string}<NAME>`>;
/** A name that stands for itself. */
export type Single = Exclude<Name, Family>;
type ValueOf<N extends Name> = (typeof settings)[N] extends Setting<infer T> ? T : never;

/** The environment of a process: every variable with its text. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable whose text is not allowed; the message names both, and what is allowed. */
class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** The value of a variable now, or its default where it is unset or blank. Throws SettingError for what is not allowed. */
export function setting<N extends Single>(name: N, env: Environment = process.env): ValueOf<N> {
  return read(settings[name] as Setting<ValueOf<N>>, name, env);
}

/** The same of one of a family: `which` is what stands for `<NAME>`, in whatever letters. */
export function settingOf<N extends Family>(family: N, which: string): ValueOf<N> {
  return read(settings[family] as Setting<ValueOf<N>>, nameOf(family, which), process.env);
}

/** The name of one of a family: `STATE_MACHINE_<NAME>` of `launch` is STATE_MACHINE_LAUNCH. */
export const nameOf = (family: Family, which: string): string =>
  family.replace('<NAME>', () => which.replaceAll('-', '_').toUpperCase());

function read<T>({ parse, allowed, fallback }: Setting<T>, name: string, env: Environment): T {
  const value = env[name]?.trim();
  if (!value) return fallback;
  const parsed = parse(value);
  if (parsed === undefined) throw new SettingError(`${name}: "${value}" is not ${allowed}`);
  return parsed;
}

/** The whole environment of this process, for what hands it on to another program, or sets what functions here will read. */
export const environment = (): NodeJS.ProcessEnv => process.env;
