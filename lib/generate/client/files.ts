import { comment } from './comments.ts';
import { type ClientOperation, type Document, errorCodes, operationsOf, ownRefusals } from './operations.ts';
import { nameOf, type Schema, TypeWriter } from './types.ts';

const folder = 'lib/generated/client';
const head = '// Made from lib/generated/openapi.json by `npm run openapi`; it is not edited.\n\n';
const input = new TypeWriter('input');
const output = new TypeWriter('output');

/** The files of the client that are made from the OpenAPI document, with their texts. */
export function clientFiles(document: Document): Record<string, string> {
  const operations = operationsOf(document);
  return {
    [`${folder}/schemas.ts`]: head + schemas(document) + codes(operations),
    [`${folder}/operations.ts`]: head + operationTypes(operations, Object.keys(document.components.schemas)),
    [`${folder}/routes.ts`]: head + routes(operations) + shown(document, operations),
  };
}

function schemas({ components }: Document): string {
  return Object.entries(components.schemas)
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => interfaceOf(name, schema, output))
    .join('\n');
}

function codes(operations: readonly ClientOperation[]): string {
  const text = errorCodes(operations).map((code) => `\n  | '${code}'`);
  return `\n/** What the platform refuses a request for. */\nexport type RefusalCode =${text.join('')};\n`;
}

function interfaceOf(name: string, schema: Schema, writer: TypeWriter): string {
  const about = comment([schema.description], '');
  if (!schema.properties) return `${about}export type ${name} = ${writer.type(schema)};\n`;
  return `${about}export interface ${name} {\n${writer.fields(schema, '  ')}}\n`;
}

/** What a call takes beside its parameters, by the component that says so in the document. */
const options: Readonly<Record<string, string>> = {
  DryRun: 'DryRunOption',
  IfMatch: 'MatchOption',
  Prefer: 'WaitOption',
};
/** Names of options, which no parameter of a path may have. */
const taken = new Set(['body', 'dryRun', 'idempotencyKey', 'ifMatch', 'query', 'signal', 'timeout', 'wait']);

function operationTypes(operations: readonly ClientOperation[], names: readonly string[]): string {
  const text = `${operations.map(partsOf).join('\n')}
/**
 * Every operation by its name: what it takes, what it answers, and the items of a list. An operation's \`@throws\`
 * leaves out what nearly all may be refused with.
 */
export interface Operations {\n${operations.map(entry).join('')}}
`;
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return [
    "import type { CallOptions, ChangeOptions, DryRunOption, MatchOption, WaitOption } from '#lib/client/options.ts';\n",
    `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from './schemas.ts';\n\n`,
    text,
  ].join('');
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The types that belong to one operation: its query, its body, what it takes, and its reply. */
function partsOf(operation: ClientOperation): string {
  const { name, query, body, reply } = operation;
  return [
    query.length > 0 &&
      `/** The query of \`${name}\`. */\nexport interface ${capital(name)}Query {\n${query.map(queryField).join('')}}\n`,
    body && `/** The body of \`${name}\`. */\n${interfaceOf(`${capital(name)}Body`, undescribed(body.schema), input)}`,
    argsOf(operation),
    isNamed(reply) ||
      `/** What \`${name}\` answers. */\n${interfaceOf(`${capital(name)}Reply`, undescribed(reply), output)}`,
  ]
    .filter((part) => typeof part === 'string')
    .join('\n');
}

const undescribed = ({ description: _, ...schema }: Schema): Schema => schema;
const isNamed = (schema: Schema): boolean => typeof schema.$ref === 'string';

function queryField({ name, description, required, schema }: ClientOperation['query'][number]): string {
  const about = { ...schema, ...(description !== undefined && { description }) };
  // A family of parameters, such as the tags.
  if (name.includes('<')) {
    const key = `[name: \`${name.replace(/<.*/, '')}\${string}\`]`;
    return `${comment([description], '  ')}  ${key}: string | undefined;\n`;
  }
  const isFlag = Array.isArray(schema.enum) && String(schema.enum) === 'true,false';
  return input.field(name, isFlag ? { type: 'boolean', ...described(description) } : about, required === true, '  ');
}

const described = (description: string | undefined) => (description === undefined ? {} : { description });

function argsOf({ name, method, pathParameters, query, body, takes }: ClientOperation): string {
  const clash = pathParameters.find((parameter) => taken.has(parameter.name));
  if (clash) throw new Error(`${name} has a parameter ${clash.name}, which is the name of an option of every call`);
  const extended = [
    method === 'GET' ? 'CallOptions' : 'ChangeOptions',
    ...Object.entries(options).flatMap(([component, option]) => (takes.has(component) ? [option] : [])),
  ];
  const needsQuery = query.some(({ required }) => required);
  const fields = [
    ...pathParameters.map(({ name: field, description, schema }) =>
      input.field(field, { ...schema, ...described(description) }, true, '  '),
    ),
    query.length > 0 ? `  query${optional(!needsQuery, `${capital(name)}Query`)};\n` : '',
    body ? `  body${optional(!body.required, `${capital(name)}Body`)};\n` : '',
  ].join('');
  return `/** What \`${name}\` takes. */\nexport interface ${capital(name)}Args extends ${extended.join(', ')} {${fields && `\n${fields}`}}\n`;
}

const optional = (is: boolean, type: string): string => (is ? `?: ${type} | undefined` : `: ${type}`);

function entry(operation: ClientOperation): string {
  const { name, summary, description, action, method, path, takes, reply, items } = operation;
  const refusals = ownRefusals(operation);
  const parts = [
    `args: ${capital(name)}Args`,
    `reply: ${isNamed(reply) ? nameOf(String(reply.$ref)) : `${capital(name)}Reply`}`,
    ...(items ? [`item: ${output.type(items.schema, '  ')}`] : []),
    ...(takes.has('DryRun') ? ['dryRun: true'] : []),
  ];
  const about = [
    `${summary}: \`${method} ${path}\`${action ? `, \`${action}\`` : ''}.`,
    description,
    refusals && `@throws {SvcError} ${refusals}`,
  ];
  return `${comment(about, '  ')}  ${name}: { ${parts.join('; ')} };\n`;
}

/** Method, path, and the field of a list's items; in the order of paths, in which gzip makes them smallest. */
function routes(operations: readonly ClientOperation[]): string {
  const lines = operations
    .toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
    .map(({ name, method, path, items }) => `  ${name}: '${method} ${path}${items ? ` ${items.field}` : ''}',\n`);
  return `/** Method and path of every operation, and the field that has the items of a list. */\nexport const routes = {\n${lines.join('')}} as const;\n`;
}

const prefixOf = (pattern: unknown): string | undefined => /^\^(\w+)-/.exec(String(pattern))?.[1];

/** By which operation something with a status is shown again, and its name in the path: by how its id begins. */
function shown({ components }: Document, operations: readonly ClientOperation[]): string {
  const lines = operations.flatMap(({ name, method, pathParameters: [parameter, ...more], reply, path }) => {
    const resource = isNamed(reply) ? nameOf(String(reply.$ref)) : '';
    const { id, status } = (components.schemas[resource]?.properties ?? {}) as Record<string, Schema>;
    if (method !== 'GET' || !parameter || more.length > 0 || !path.endsWith('}') || !id || !status) return [];
    // What operators see of accounts has no status that somebody waits for.
    if (path.startsWith('/platform/')) return [];
    // An image of the platform has a name for an id, and no status: those that can be changed are an account's.
    const changed = operations.filter((one) => one.path === path).map((one) => one.pathParameters[0]?.schema.pattern);
    const prefix = [id.pattern, ...changed].map(prefixOf).find((found) => found !== undefined) ?? '';
    return [{ resource, line: `  ${prefix || "''"}: { operation: '${name}', parameter: '${parameter.name}' },\n` }];
  });
  return [
    '\n/** The operation that shows a resource, by the beginning of its id; without one the id is a name. */\n',
    `export const shown = {\n${lines.map(({ line }) => line).join('')}} as const;\n`,
  ].join('');
}
