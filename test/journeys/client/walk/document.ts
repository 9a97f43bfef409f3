import type { Schema } from './schema.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}
type Referred<T> = T | { readonly $ref: string };
interface Body {
  readonly schema: Schema;
  readonly example?: unknown;
}
interface Response {
  readonly headers?: Readonly<Record<string, { readonly schema?: { readonly enum?: readonly string[] } }>>;
  readonly content?: Readonly<Record<string, Body>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Referred<Parameter>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> };
  readonly responses: Readonly<Record<string, Referred<Response>>>;
}

/** The OpenAPI document as a client gets it. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** The examples of named parameters. */
export type Examples = Readonly<Record<string, unknown>>;

/** What the document says of a reply. */
export interface Described {
  readonly schema: Schema;
  readonly example: unknown;
}

/** What a walker knows of one route. */
export interface Route {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Of the path's parts, of the query's required parameters, and of its others but `dry_run`; undefined for none. */
  readonly parts: Examples;
  readonly query: Examples;
  readonly options: Examples;
  readonly body: unknown;
  /** Whether `Prefer: wait` holds its reply. */
  readonly holds: boolean;
  /** The replies of success, by status. */
  readonly replies: Readonly<Record<string, Described>>;
  /** The reply of a dry run, where there is one. */
  readonly tried: Described | undefined;
  /** `404 not_found` */
  readonly refusals: ReadonlySet<string>;
  /** The field of a list's rows; undefined where it is no list. */
  readonly items: string | undefined;
}

/** The routes of a document, in its order. */
export function routesOf(document: Document): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeOf(document, method.toUpperCase(), path, operation)),
  );
}

function routeOf({ components }: Document, method: string, path: string, operation: Operation): Route {
  const parameters = (operation.parameters ?? []).map((one) => resolved(one, components.parameters));
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolved(response, components.responses)] as const,
  );
  const replies = repliesOf(responses, 'application/json');
  return {
    id: operation.operationId,
    method,
    path,
    parts: examplesOf(parameters.filter((one) => one.in === 'path')),
    query: examplesOf(parameters.filter((one) => one.in === 'query' && one.required)),
    options: examplesOf(parameters.filter((one) => one.in === 'query' && !one.required && one.name !== 'dry_run')),
    body: operation.requestBody?.content['application/json']?.example,
    holds: method !== 'GET' && parameters.some(({ name }) => name === 'Prefer'),
    replies,
    tried: Object.values(repliesOf(responses, 'application/vnd.svc.dry-run+json'))[0],
    refusals: refusalsOf(responses),
    items: itemsOf(parameters, Object.values(replies)[0]?.schema),
  };
}

function resolved<T extends object>(value: Referred<T>, among: Readonly<Record<string, T>>): T {
  if (!('$ref' in value)) return value;
  const found = among[value.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`the document has no ${value.$ref}`);
  return found;
}

const examplesOf = (parameters: readonly Parameter[]): Examples =>
  Object.fromEntries(parameters.map(({ name, example }) => [name, example]));

type Responses = readonly (readonly [status: string, response: Response])[];

function repliesOf(responses: Responses, mediaType: string): Record<string, Described> {
  const found = responses.flatMap(([status, { content }]) => {
    const { schema, example } = content?.[mediaType] ?? {};
    return Number(status) < 300 && schema ? [[status, { schema, example }]] : [];
  });
  return Object.fromEntries(found);
}

const refusalsOf = (responses: Responses): Set<string> =>
  new Set(
    responses.flatMap(([status, { headers }]) =>
      (headers?.['X-Error-Code']?.schema?.enum ?? []).map((code) => `${status} ${code}`),
    ),
  );

/** A list has a parameter `cursor`, and in its reply `next_cursor` beside an array. */
function itemsOf(parameters: readonly Parameter[], reply: Schema | undefined): string | undefined {
  const properties = Object.entries((reply?.properties ?? {}) as Record<string, Schema>);
  const isPaged =
    parameters.some(({ name }) => name === 'cursor') && properties.some(([name]) => name === 'next_cursor');
  return isPaged ? properties.find(([, { type }]) => type === 'array')?.[0] : undefined;
}
