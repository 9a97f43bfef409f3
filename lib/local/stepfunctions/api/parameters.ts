import { ServiceError } from '#lib/local/stepfunctions/errors.ts';

/** One parameter that an action takes. */
export interface Parameter {
  type: 'string' | 'integer' | 'boolean';
  required?: true;
  /** The maximum length of a string, or the maximum integer. */
  max?: number;
  values?: readonly string[];
}

/** An action's parameters, checked. */
export type Values = Record<string, string | number | boolean | undefined>;

const KINDS: Record<Parameter['type'], (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value) && Number(value) >= 0,
  boolean: (value) => typeof value === 'boolean',
};

/** The body's parameters. Throws ValidationException for one that is missing, wrong, or not supported. */
export function checkParameters(parameters: Record<string, Parameter>, body: unknown): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('SerializationException', 'The request body must be a JSON object');
  }
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(parameters, name)) throw invalid(`'${name}' is not supported by this engine`);
  }
  for (const [name, parameter] of Object.entries(parameters)) check(name, parameter, given[name]);
  return given as Values;
}

function check(name: string, parameter: Parameter, value: unknown): void {
  if (value === undefined && !parameter.required) return;
  const reason = value === undefined ? 'Member must not be null' : refuse(parameter, value);
  if (reason) throw invalid(`Value at '${name}' failed to satisfy constraint: ${reason}`);
}

function refuse({ type, max, values }: Parameter, value: unknown): string | undefined {
  if (!KINDS[type](value)) return `Member must be of type ${type}`;
  if (values && !values.includes(String(value))) return `Member must satisfy enum value set: [${values.join(', ')}]`;
  if (max === undefined) return undefined;
  if (type === 'string' && String(value).length > max) return `Member must have length less than or equal to ${max}`;
  return type === 'integer' && Number(value) > max ? `Member must have value less than or equal to ${max}` : undefined;
}

function invalid(message: string): ServiceError {
  return new ServiceError('ValidationException', `1 validation error detected: ${message}`);
}

const FORBIDDEN = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}\p{Cs}]/u;

/** The name, if AWS takes it for machines and executions; throws InvalidName. */
export function checkName(name: string): string {
  if (name.length >= 1 && name.length <= 80 && !FORBIDDEN.test(name)) return name;
  throw new ServiceError('InvalidName', `Invalid Name: '${name}'`);
}

/** Milliseconds as the protocol's timestamps: seconds with a fraction. */
export function timestamp(at: number): number {
  return at / 1000;
}

/** The parameters of every list. */
export const PAGING: Record<string, Parameter> = {
  maxResults: { type: 'integer', max: 1000 },
  nextToken: { type: 'string', max: 1024 },
};

/** One page of a list that is in order, after the item whose id the token names; throws InvalidToken. */
export function page<T>(items: T[], idOf: (item: T) => string, values: Values): { items: T[]; nextToken?: string } {
  const size = Number(values.maxResults) || 100;
  const start = values.nextToken === undefined ? 0 : after(items, idOf, String(values.nextToken));
  const found = items.slice(start, start + size);
  const last = found.at(-1);
  if (!last || start + size >= items.length) return { items: found };
  return { items: found, nextToken: Buffer.from(`page:${idOf(last)}`).toString('base64url') };
}

function after<T>(items: T[], idOf: (item: T) => string, token: string): number {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const index = text.startsWith('page:') ? items.findIndex((item) => idOf(item) === text.slice(5)) : -1;
  if (index < 0) throw new ServiceError('InvalidToken', `Invalid Token: '${token}'`);
  return index + 1;
}
