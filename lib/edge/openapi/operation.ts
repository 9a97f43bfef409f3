import type * as z from 'zod';
import { dryRun } from '#lib/model/platform/dry-run.ts';
import type { Operation } from './deployed-route.ts';
import { parametersOf } from './parameters.ts';
import type { Responses } from './responses.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** The operation object of a route. */
export function operationObject(operation: Operation, schemas: Schemas, responses: Responses): object {
  const { group, description, route } = operation;
  const parameters = parametersOf(operation, schemas);
  return {
    operationId: route.name,
    summary: sentence(route.name),
    description,
    tags: [group],
    ...(route.action && { 'x-iam-action': route.action }),
    ...(route.public && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: bodyOf(route.body, schemas) }),
    responses: { ...successes(operation, schemas, responses), ...responses.refusals(operation) },
  };
}

function bodyOf(body: z.ZodType, schemas: Schemas): object {
  const schema = schemas.input(body);
  const required = Array.isArray(schema.required) && schema.required.length > 0;
  return { required, content: { 'application/json': { schema } } };
}

function successes({ method, route }: Operation, schemas: Schemas, responses: Responses): object {
  const made = route.status ?? 200;
  const found: Record<number, JsonSchema> = { [made]: schemas.output(route.reply) };
  if (route.dryRun) found[200] = made === 200 ? anyOf(found[200], schemas.output(dryRun)) : schemas.output(dryRun);
  return Object.fromEntries(
    Object.entries(found).map(([status, schema]) => [status, responses.success(Number(status), method, route, schema)]),
  );
}

const anyOf = (...schemas: unknown[]): JsonSchema => ({ anyOf: schemas });

/** `listSshKeys` as a summary: List ssh keys. */
function sentence(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
