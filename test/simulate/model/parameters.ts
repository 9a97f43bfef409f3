import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { checkParameters } from '#lib/deploy/parameters.ts';
import { DeployError } from '#lib/deploy/template.ts';

/*
 * What the model takes from outside, all of which can be given otherwise: `--price`, `--assume`, `--limit`, `--param`,
 * `--file`.
 */

/** A quota that AWS raises on request: its service, its name and, where it is known, its code in Service Quotas. */
export interface Quota {
  readonly service: string;
  readonly name: string;
  readonly code?: string;
}

/** A number with where it comes from. */
export interface Given {
  readonly value: number;
  readonly unit: string;
  readonly source: string;
  /** Of a limit that can be raised. */
  readonly quota?: Quota | undefined;
}

const given = (value: number, unit: string, source: string, quota?: Quota): Given => ({ value, unit, source, quota });
const raisable = (service: string, name: string, code?: string): Quota => ({ service, name, ...(code && { code }) });
const aws = 'https://aws.amazon.com';

/** When the prices and quotas were noted. None of them was seen in an account. */
export const noted = 'November 2026';

const prices = {
  write_units: given(0.68, 'US$ for a million', `${aws}/dynamodb/pricing/on-demand/`),
  read_units: given(0.136, 'US$ for a million', `${aws}/dynamodb/pricing/on-demand/`),
  table_storage: given(0.285, 'US$ for a GB and month', `${aws}/dynamodb/pricing/on-demand/`),
  table_backup: given(0.228, 'US$ for a GB and month', `${aws}/dynamodb/pricing/on-demand/`),
  api_requests: given(1.05, 'US$ for a million', `${aws}/api-gateway/pricing/`),
  bell_messages: given(1.05, 'US$ for a million', `${aws}/api-gateway/pricing/`),
  bell_minutes: given(0.25, 'US$ for a million', `${aws}/api-gateway/pricing/`),
  function_requests: given(0.2, 'US$ for a million', `${aws}/lambda/pricing/`),
  function_seconds: given(13.3, 'US$ for a million GB-seconds', `${aws}/lambda/pricing/`),
  transitions: given(25, 'US$ for a million', `${aws}/step-functions/pricing/`),
  schedules: given(1, 'US$ for a million', `${aws}/eventbridge/pricing/`),
  logs: given(0.67, 'US$ for a GB', `${aws}/cloudwatch/pricing/`),
  traffic: given(0.1093, 'US$ for a GB', `${aws}/ec2/pricing/on-demand/`),
  dollar: given(88, '₹ for a US$', 'an assumption'),
  elastic_ip: given(3.65, 'US$ for an address and month', `${aws}/vpc/pricing/`),
  volume: given(0.0912, 'US$ for a GiB and month', `${aws}/ebs/pricing/`),
  snapshot: given(0.05, 'US$ for a GiB and month', `${aws}/ebs/pricing/`),
  object_storage: given(0.025, 'US$ for a GiB and month', `${aws}/s3/pricing/`),
} satisfies Record<string, Given>;

const assumptions = {
  round_ms: given(5, 'ms', 'a call of the table as a function sees it'),
  megabyte_ms: given(40, 'ms', 'a megabyte that a scheduled task reads, on top of its call'),
  own_ms: given(3, 'ms', 'processor time of a call, the median of npm run bench -- classes'),
  password_ms: given(54, 'ms', 'the same, of functions that hash a password'),
  peak: given(3, 'times', 'what customers ask in the busiest second against the mean'),
  log_line: given(700, 'bytes', "the access log's line and Lambda's own lines for each run"),
} satisfies Record<string, Given>;

const dynamodb = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const lambda = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html';
const gateway = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html';
const states = 'https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html';

/** Of calls of Step Functions: a bucket of tokens is refilled at this rate. */
const refill = (call: string): Quota => raisable('states', `${call} throttle token refill rate per second`);

/** Quotas of AWS while the platform runs. Those of the stack are in lib/deploy/quotas/table.ts. */
const limits = {
  key_write: given(1_000, 'units a second', `${dynamodb}/burst-adaptive-capacity.html`),
  key_read: given(3_000, 'units a second', `${dynamodb}/burst-adaptive-capacity.html`),
  table_write: given(
    40_000,
    'units a second',
    `${dynamodb}/ServiceQuotas.html`,
    raisable('dynamodb', 'Table-level write throughput limit', 'L-AB614373'),
  ),
  table_read: given(
    40_000,
    'units a second',
    `${dynamodb}/ServiceQuotas.html`,
    raisable('dynamodb', 'Table-level read throughput limit', 'L-CF0CBE56'),
  ),
  requests: given(10_000, 'requests a second', gateway, raisable('apigateway', 'Throttle rate', 'L-8A5B8E43')),
  connections: given(
    500,
    'new connections a second',
    gateway,
    raisable('apigateway', 'WebSocket new connections rate', 'L-9ED1E49A'),
  ),
  concurrency: given(1_000, 'functions at a time', lambda, raisable('lambda', 'Concurrent executions', 'L-B99A9384')),
  starts: given(150, 'a second', states, refill('StartExecution')),
  answers: given(300, 'a second', states, refill('SendTaskSuccess')),
  transitions: given(800, 'a second', states, refill('StateTransition')),
  history: given(25_000, 'events', states),
} satisfies Record<string, Given>;

/** The parameters of a deployment that are rates and runs at a time, with their defaults: `${param:apiRate, '500'}`. */
function deployed(): Record<string, Given> {
  const texts = Object.entries(parse(readFileSync('lib/deploy/parameters.yml', 'utf8')) as Record<string, string>);
  return Object.fromEntries(
    texts.flatMap(([name, text]) => {
      const [, value] = /'(\d{1,6})'\}$/.exec(text) ?? [];
      const unit = name.endsWith('Rate') ? 'requests a second' : name.endsWith('Concurrency') ? 'at a time' : undefined;
      return value === undefined || unit === undefined ? [] : [[name, given(Number(value), unit, 'deploying.md')]];
    }),
  );
}

/** The numbers that the model works with. */
export interface Parameters {
  readonly param: Readonly<Record<string, number>>;
  readonly price: Readonly<Record<keyof typeof prices, number>>;
  readonly assume: Readonly<Record<keyof typeof assumptions, number>>;
  readonly limit: Readonly<Record<keyof typeof limits, number>>;
}

/** Each group with where its numbers come from. */
export const sources: Readonly<Record<keyof Parameters, Readonly<Record<string, Given>>>> = {
  param: deployed(),
  price: prices,
  assume: assumptions,
  limit: limits,
};

/** A change of a parameter. */
export type Change = readonly [group: keyof Parameters, name: string, value: number];

/** Thrown where there is no such parameter, or its value is no number. */
export class ParameterError extends Error {}

/** The parameters with some changed. Throws ParameterError for one that there is not. */
export function parametersWith(changes: readonly Change[]): Parameters {
  const values = Object.entries(sources).map(([group, all]) => {
    const own = Object.entries(all).map(([name, { value }]) => [name, value] as const);
    return [group, Object.fromEntries(own)];
  });
  const parameters = Object.fromEntries(values) as Record<keyof Parameters, Record<string, number>>;
  for (const [group, name, value] of changes) {
    if (parameters[group]?.[name] === undefined)
      throw new ParameterError(`${group}: there is no ${name} (${Object.keys(parameters[group] ?? {}).join(', ')})`);
    if (!Number.isFinite(value) || value < 0) throw new ParameterError(`${group} ${name}: must be a number`);
    if (group === 'param') mayBe(name, value);
    parameters[group][name] = value;
  }
  return parameters as unknown as Parameters;
}

/** Throws ParameterError for a value that packaging would refuse. */
function mayBe(name: string, value: number): void {
  try {
    checkParameters({ [name]: value }, '', []);
  } catch (error) {
    throw error instanceof DeployError ? new ParameterError(error.message) : error;
  }
}

/** The changes in a JSON file: `{"price": {"write_units": 0.5}, "limit": {…}, "assume": {…}}`. */
export function changesIn(file: string): Change[] {
  const groups = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, number>>);
  const wrong = groups.find(([group]) => !(group in sources));
  if (wrong) throw new ParameterError(`${file}: there is no ${wrong[0]} (${Object.keys(sources).join(', ')})`);
  return groups.flatMap(([group, all]) =>
    Object.entries(all).map(([name, value]): Change => [group as keyof Parameters, name, value]),
  );
}
