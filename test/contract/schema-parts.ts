import type * as z from 'zod';
import { readRoutes } from '#lib/generate/routes.ts';

/** A schema somewhere in what a route takes, or a check of one. */
export interface Part {
  /** The route by its key. */
  route: string;
  schema: z.ZodType;
}

/** Every schema in what any route takes, each once, with the first route that has it. */
export async function schemaParts(): Promise<Part[]> {
  const found = new Map<z.ZodType, string>();
  for (const { key, route } of await readRoutes()) {
    for (const schema of [route.params, route.query, route.body]) visit(schema, key, found);
  }
  return [...found].map(([schema, route]) => ({ route, schema }));
}

/** The patterns that a schema or a check holds texts against, zod's own among them. */
export function patternsOf({ _zod }: z.ZodType): RegExp[] {
  const { bag, def } = _zod as unknown as { bag?: { patterns?: Set<RegExp> }; def: { pattern?: unknown } };
  return [...(bag?.patterns ?? []), ...(def.pattern instanceof RegExp ? [def.pattern] : [])];
}

function visit(value: unknown, route: string, found: Map<z.ZodType, string>): void {
  if (Array.isArray(value)) for (const each of value) visit(each, route, found);
  else if (isSchema(value) && !found.has(value)) {
    found.set(value, route);
    const { shape, ...def } = value._zod.def as unknown as Record<string, unknown>;
    for (const inner of [...Object.values(shape ?? {}), ...Object.values(def)]) visit(inner, route, found);
  }
}

const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value && typeof value._zod === 'object';
