import { srn } from '#lib/model/platform/principal.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import type { Route } from './definition.ts';
import type { Exchange, Input } from './exchange.ts';

/** The SRN of the requested resource, which may not exist. */
export function resourceOf({ principal, route, input, event }: Exchange): string {
  const service = route.action?.split(':')[0] ?? 'auth';
  const { params, body, query } = input;
  const resource = route.resource?.(params ?? event.pathParameters ?? {}, body ?? {}, query ?? {}) ?? '*';
  return srn(service, principal?.account_id ?? '', resource);
}

/**
 * The SRNs on which the route's action must be allowed: that of its resource, or those of all resources that it names.
 */
export function resourcesOf(exchange: Exchange): string[] {
  const { principal, route, input } = exchange;
  const several = route.resources?.(input.query);
  const [service = ''] = route.action?.split(':') ?? [];
  return several?.map((resource) => srn(service, principal?.account_id ?? '', resource)) ?? [resourceOf(exchange)];
}

/** The SRN of the resource that a creation made, from its reply; null for a route that creates nothing with an SRN. */
export function createdBy({ principal, route, input }: Exchange, reply: unknown): string | null {
  if (route.status !== 201 || !route.action) return null;
  const resource = createdResource(route, input, reply);
  const [service = ''] = route.action.split(':');
  return resource === undefined ? null : srn(service, principal?.account_id ?? '', resource);
}

function createdResource(route: Route, { params, body, query }: Input, reply: unknown): string | undefined {
  if (route.created) return route.created(params, reply);
  const resource = route.resource?.(params, body, query);
  const id = (reply as { id?: unknown }).id;
  return resource?.endsWith('/*') && typeof id === 'string' ? `${resource.slice(0, -1)}${id}` : undefined;
}

/**
 * The references of a request besides its own resource, by the route's definition: the resources that its fields name,
 * and those that it uses.
 */
export function referencesOf({ route, input, now, principal }: Exchange): readonly Reference[] {
  const { names = {}, uses } = route;
  const named = Object.entries(names).flatMap(([field, naming]) =>
    valuesAt(input, field).flatMap((value) =>
      typeof naming === 'function' ? (naming(value) ?? []) : { kind: naming, id: value },
    ),
  );
  return principal && uses ? [...named, ...uses({ principal, now }, input)] : named;
}

/** The strings at a path of names. A list on the path stands for each of its items. */
function valuesAt(input: Input, field: string): string[] {
  const [place = '', ...path] = field.split('.');
  let found: unknown[] = [input[place as keyof Input]];
  for (const name of path)
    found = found.flatMap((value) => (value as Record<string, unknown> | undefined)?.[name] ?? []);
  const texts = found.filter((value) => typeof value === 'string');
  return place === 'query' ? texts.flatMap((text) => text.split(',')) : texts;
}
