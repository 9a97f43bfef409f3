import { requiredLimits } from '#lib/model/platform/required-limits.ts';
import { mostShards } from '#lib/model/platform/spread.ts';
import { webhookHosts } from '#lib/model/platform/webhook-hosts.ts';
import { DeployError } from './template.ts';

const rate = { allowed: 'a whole number of requests a second, 10 to 10000', check: isNumber(10, 10_000) };

/** Of each function of a kind. */
const concurrency = {
  allowed: 'none, or a whole number from 1 to 500',
  check: (text: string) => text === 'none' || isNumber(1, 500)(text),
};

/** What a deployment may say of itself; the empty text where it does not. */
const rules = {
  domain: { allowed: 'a host name in lower case, such as api.example.in', check: isHost },
  hostsDomain: { allowed: 'a host name in lower case, such as hosts.example.in', check: isHost },
  certificateArn: {
    allowed: 'the ARN of a certificate of AWS Certificate Manager (arn:aws:acm:<region>:<account>:certificate/…)',
    check: (text) => /^arn:aws[\w-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/.test(text),
  },
  baseUrl: { allowed: 'https:// and a host, without a path', check: isOrigin },
  pagesUrl: { allowed: 'https:// and a host, without a path', check: isOrigin },
  vmDomain: { allowed: 'a host name in lower case, such as vm.example.in', check: isHost },
  corsOrigins: {
    allowed: 'origins such as https://app.example.in, with commas between them',
    check: (text) => text.split(',').every(isOrigin),
  },
  mailFrom: {
    allowed: 'an address, or a name with one: "Svc <no-reply@example.in>"',
    check: (text) => isAddress(/^[^<>\r\n"]+ <([^<>]+)>$/.exec(text)?.[1] ?? text),
  },
  alarmEmail: { allowed: 'an e-mail address', check: isAddress },
  apiRate: rate,
  hostRate: rate,
  passwordConcurrency: concurrency,
  hostConcurrency: concurrency,
  scheduleConcurrency: concurrency,
  taskConcurrency: concurrency,
  workShards: {
    allowed: `a whole number from 1 to ${mostShards}`,
    check: isNumber(1, mostShards),
  },
  webhookHosts: { allowed: webhookHosts.allowed, check: (text) => webhookHosts.parse(text) !== undefined },
  requiredLimits: { allowed: requiredLimits.allowed, check: (text) => requiredLimits.parse(text) !== undefined },
  tableName: {
    allowed: 'the name of a table of DynamoDB, of 3 to 255 letters, digits, dots, hyphens and underscores',
    check: (text) => /^[\w.-]{3,255}$/.test(text),
  },
  tableStreamArn: {
    allowed: 'the ARN of a stream of DynamoDB (arn:aws:dynamodb:<region>:<account>:table/<name>/stream/<time>)',
    check: (text) => /^arn:aws[\w-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\d:T.-]+$/.test(text),
  },
  supplierName: { allowed: 'one line of at most 200 characters', check: isLine },
  supplierAddress: { allowed: 'one line of at most 200 characters', check: isLine },
  supplierGstin: { allowed: 'a GSTIN of 15 characters', check: (text) => /^\d{2}[A-Z0-9]{13}$/.test(text) },
} as const satisfies Record<string, { allowed: string; check(text: string): boolean }>;

type Name = keyof typeof rules;

/** The parameters of a deployment, checked. */
export type Parameters = Record<Name, string>;

/** Parameters that stand elsewhere: in serverless.yml, and in objects/<engine>.yml. */
const others = ['architecture', 'objectEngine', 's3Url', 'objectRegion', 'objectAddressing', 'bucketPrefix'];

/**
 * Checks the parameters of a deployment before anything is made. Throws DeployError, which names the parameter and what
 * is allowed. `given` are the names after --param on the command line.
 */
export function checkParameters(
  values: Readonly<Record<string, unknown>>,
  region: string,
  given: readonly string[],
): Parameters {
  const names = Object.keys(rules) as Name[];
  const unknown = given.find((name) => !Object.hasOwn(rules, name) && !others.includes(name));
  if (unknown !== undefined) {
    throw new DeployError(
      `--param ${unknown}: there is no such parameter; those are ${[...names, ...others].sort().join(', ')}`,
    );
  }
  const read = (name: Name) => String(values[name] ?? '').trim();
  for (const name of names) {
    const text = read(name);
    if (text !== '' && !rules[name].check(text))
      throw new DeployError(`${name}: "${text}" is not ${rules[name].allowed}`);
  }
  const parameters = Object.fromEntries(names.map((name) => [name, read(name)])) as Parameters;
  checkTogether(parameters, region);
  checkTable(parameters);
  return parameters;
}

/** What the parameters must be together. */
function checkTogether(parameters: Parameters, region: string): void {
  const { domain, hostsDomain, certificateArn, baseUrl, supplierName, supplierAddress, supplierGstin } = parameters;
  const refuse = (name: Name, why: string) => {
    throw new DeployError(`${name}: ${why}`);
  };
  if ((domain || hostsDomain) && !certificateArn) refuse('certificateArn', 'domain and hostsDomain need one');
  if (certificateArn && !domain && !hostsDomain) refuse('domain', 'certificateArn is for a domain: say which');
  const at = certificateArn.split(':')[3];
  if (certificateArn && at !== region)
    refuse('certificateArn', `is of ${at}; it must be of the stack's region, ${region}`);
  if (domain && domain === hostsDomain) refuse('hostsDomain', 'must differ from domain');
  if (domain && baseUrl && baseUrl !== `https://${domain}`)
    refuse('baseUrl', `must be https://${domain}, or be left out`);
  const supplier = [supplierName, supplierAddress, supplierGstin].filter(Boolean).length;
  if (supplier % 3 !== 0) refuse('supplierName', 'supplierName, supplierAddress and supplierGstin go together');
}

/** A stream is that of the table that is named. */
function checkTable({ tableName, tableStreamArn }: Parameters): void {
  if (tableStreamArn !== '' && tableStreamArn.split('/')[1] !== tableName)
    throw new DeployError(`tableStreamArn: is not of the table ${tableName || 'that tableName names'}`);
}

/** What the parameters set in the environment of every function; those that are not said are left out. */
export function environmentOf(parameters: Parameters): Record<string, string> {
  const {
    domain,
    baseUrl,
    vmDomain,
    corsOrigins,
    webhookHosts: receivers,
    requiredLimits: limits,
    workShards,
  } = parameters;
  return {
    SVC_BASE_URL: domain ? `https://${domain}` : baseUrl,
    ...(vmDomain && { SVC_VM_DOMAIN: vmDomain }),
    ...(corsOrigins && { SVC_CORS_ORIGINS: corsOrigins }),
    ...(receivers && { SVC_WEBHOOK_HOSTS: receivers }),
    ...(limits && { SVC_HOST_LIMITS: limits }),
    ...(workShards && { SVC_SHARDS: workShards }),
  };
}

/** Variables but for those without a value: functions read them as unset, and each stands in the template 300 times. */
export const withoutUnset = (environment: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/**
 * The environment that a function has for itself. The address of the host API is that of its domain, if it has one; how
 * often schedules run is what functions.yml says.
 */
export function ownEnvironmentOf(
  { environment = {} }: { readonly environment?: Record<string, unknown> },
  { hostsDomain, schedules }: Pick<Parameters, 'hostsDomain'> & { readonly schedules: string },
): Record<string, unknown> {
  return {
    ...environment,
    ...(hostsDomain !== '' && environment.SVC_HOST_API !== undefined && { SVC_HOST_API: `https://${hostsDomain}` }),
    ...(environment.SVC_SCHEDULES !== undefined && { SVC_SCHEDULES: schedules }),
  };
}

function isHost(text: string): boolean {
  return text.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(text);
}

function isOrigin(text: string): boolean {
  return text.startsWith('https://') && isHost(text.slice('https://'.length).replace(/:\d{2,5}$/, ''));
}

function isAddress(text: string): boolean {
  const [, local, host = ''] = /^([\w.+-]{1,64})@(.+)$/.exec(text) ?? [];
  return local !== undefined && isHost(host);
}

function isLine(text: string): boolean {
  return text.length <= 200 && !/[\r\n]/.test(text);
}

function isNumber(least: number, most: number): (text: string) => boolean {
  return (text) => /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most;
}
