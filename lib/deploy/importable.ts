import type { Body } from './http-api.ts';
import { DeployError } from './template.ts';

const X = 'x-amazon-apigateway-';

/**
 * What an HTTP API takes of an OpenAPI document without a warning, by the place in the document: `*` is any name. AWS
 * documents these members, and writes them itself when it exports such an API. A warning ends the import
 * (FailOnWarnings), and with it the deployment.
 */
const taken: Readonly<Record<string, readonly string[]>> = {
  '': ['openapi', 'info', 'components', 'paths'],
  info: ['title', 'version', 'description'],
  components: [`${X}integrations`],
  'components.integrations.*': ['type', 'httpMethod', 'payloadFormatVersion', 'credentials', 'uri'],
  'paths.*': ['delete', 'get', 'head', 'options', 'patch', 'post', 'put', `${X}any-method`],
  'paths.*.*': ['operationId', 'parameters', 'responses', 'isDefaultRoute', `${X}integration`],
};

type Members = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, { readonly description?: string }>>;
}

/** Throws DeployError for what API Gateway would warn of when it imports the document. */
export function refuseUnimportable(body: Body): void {
  only('', body, '');
  only('info', body.info as Members, 'info');
  only('components', body.components as Members, 'components');
  const integrations = (body.components as Members)[`${X}integrations`] as Record<string, Members>;
  for (const [id, one] of Object.entries(integrations)) only('components.integrations.*', one, id);
  const names = new Set<string>();
  for (const [path, operations] of Object.entries(body.paths)) {
    if (!path.startsWith('/')) throw new DeployError(`${path}: a path that API Gateway imports begins with /`);
    only('paths.*', operations, path);
    for (const [method, one] of Object.entries(operations)) {
      only('paths.*.*', one as Members, `${method} ${path}`);
      refuseOperation(`${method} ${path}`, one as Operation, names);
    }
  }
}

function only(place: string, members: Members, what: string): void {
  const other = Object.keys(members).find((name) => !taken[place]?.includes(name));
  if (other !== undefined) throw new DeployError(`${what || 'the document'}: API Gateway does not import ${other}`);
}

function refuseOperation(
  key: string,
  { operationId, parameters = [], responses }: Operation,
  names: Set<string>,
): void {
  const declared = parameters.map(({ name }) => name);
  const named = key.split('/').flatMap((segment) => (segment.startsWith('{') ? segment.replace(/^.|\+?.$/g, '') : []));
  if (declared.join() !== named.join())
    throw new DeployError(`${key}: declares the parameters ${declared}, and its path has ${named}`);
  if (!parameters.every((one) => one.in === 'path' && one.required))
    throw new DeployError(`${key}: a parameter of a path is required`);
  if (!Object.values(responses).every(({ description }) => description))
    throw new DeployError(`${key}: a response has a description`);
  if (operationId === undefined) return;
  if (names.has(operationId)) throw new DeployError(`${key}: the operationId ${operationId} is that of another route`);
  names.add(operationId);
}
