import type * as z from 'zod';
import { dryRunType } from '#lib/edge/reply.ts';
import { dryRun } from '#lib/model/platform/dry-run.ts';
import type { Operation } from './deployed-route.ts';
import { exampleIn, exampleOf } from './examples.ts';
import { parametersOf } from './parameters.ts';
import type { Content, Responses } from './responses.ts';
import type { Schemas } from './schemas.ts';
import { summaryOf } from './summaries.ts';

/** The operation object of a route. */
export function operationObject(operation: Operation, schemas: Schemas, responses: Responses): object {
  const { group, description, route } = operation;
  const parameters = parametersOf(operation, schemas);
  return {
    operationId: route.name,
    summary: summaryOf(route.name),
    description,
    tags: [group],
    ...(route.action && { 'x-iam-action': route.action }),
    ...(route.public && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: bodyOf(route.name, route.body, schemas) }),
    responses: { ...successes(operation, schemas, responses), ...responses.refusals(operation) },
  };
}

function bodyOf(name: string, body: z.ZodType, schemas: Schemas): object {
  const schema = schemas.input(body);
  const required = Array.isArray(schema.required) && schema.required.length > 0;
  return { required, content: { 'application/json': { schema, example: exampleIn(name, 'body', body) } } };
}

/**
 * The success responses. A dry run's response has its own media type, so that plain JSON is always the resource itself.
 */
function successes({ method, route }: Operation, schemas: Schemas, responses: Responses): object {
  const made = route.status ?? 200;
  const reply = { schema: schemas.output(route.reply), example: exampleIn(route.name, 'reply', route.reply) };
  const found: Record<number, Content> = { [made]: { 'application/json': reply } };
  if (route.dryRun) {
    const rehearsed = { schema: schemas.output(dryRun), example: exampleOf(dryRun, 'output') };
    found[200] = { ...found[200], [dryRunType]: rehearsed };
  }
  return Object.fromEntries(
    Object.entries(found).map(([status, content]) => [
      status,
      responses.success(Number(status), method, route, content),
    ]),
  );
}
