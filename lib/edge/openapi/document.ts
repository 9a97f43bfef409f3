import type * as z from 'zod';
import { apiVersion } from '#lib/edge/reply.ts';
import type { Operation } from './deployed-route.ts';
import { operationObject } from './operation.ts';
import { sharedParameters } from './parameters.ts';
import { Responses, sharedHeaders } from './responses.ts';
import { Schemas } from './schemas.ts';
import { anyLogin, securitySchemes } from './security.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const info = {
  title: 'svc',
  version: apiVersion,
  summary: 'A regional cloud platform: compute, identity and billing, object storage.',
  description:
    'Every reply is JSON. A list is an array with a `next_cursor`, which is "" on the last page. An error is `{"error": "…"}`, ' +
    'with a stable code in `X-Error-Code`. Changes are additive: clients must ignore fields that they do not know.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const error = {
  type: 'object',
  description: 'Why a request was refused. A stable code for programs is in `X-Error-Code`.',
  properties: { error: { type: 'string', description: 'What went wrong, for people.' } },
  required: ['error'],
};

/**
 * The OpenAPI 3.1 document of these routes; equal routes give equal text. `names` are the schemas that become named
 * components.
 */
export function openapiDocument(operations: readonly Operation[], names: ReadonlyMap<z.ZodType, string>): object {
  const schemas = new Schemas(names);
  const responses = new Responses();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of [...operations].sort(inOrder)) {
    const { method, path } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, schemas, responses) };
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: '/' }],
    security: anyLogin,
    tags: tagsOf(operations),
    paths,
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sorted(responses.components),
      schemas: sorted({ ...schemas.components, Error: error }),
    },
  };
}

/** The groups of the routes, in order. Folders of one name are one group, which one of them describes. */
function tagsOf(operations: readonly Operation[]): { name: string; description: string }[] {
  const names = [...new Set(operations.map(({ group }) => group))].sort();
  return names.map((name) => {
    const said = new Set(operations.flatMap(({ group, groupAbout }) => (group === name && groupAbout) || []));
    const [description] = said;
    if (description === undefined || said.size > 1)
      throw new Error(`functions.yml of ${name} begins with no comment on its routes, or with several`);
    return { name, description };
  });
}

function inOrder(a: Operation, b: Operation): number {
  return a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1;
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
