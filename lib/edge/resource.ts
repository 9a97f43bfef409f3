import { srn } from '#lib/model/platform/principal.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import type { Exchange, Input } from './exchange.ts';

/** The SRN that the request names, whether or not it exists. */
export function resourceOf({ principal, route, input, event }: Exchange): string {
  const service = route.action?.split(':')[0] ?? 'auth';
  const resource = route.resource?.(input.params ?? event.pathParameters ?? {}, input.body ?? {}) ?? '*';
  return srn(service, principal?.account_id ?? '', resource);
}

/** What a request refers to beside its own resource, as its route says: by the fields that name it, and what it uses. */
export function referencesOf({ route, input, now, principal }: Exchange): readonly Reference[] {
  const { names = {}, uses } = route;
  const named = Object.entries(names).flatMap(([field, naming]) =>
    valuesAt(input, field).flatMap((value) =>
      typeof naming === 'function' ? (naming(value) ?? []) : { kind: naming, id: value },
    ),
  );
  return principal && uses ? [...named, ...uses({ principal, now }, input)] : named;
}

/** The texts at a path of names; a list on the way stands for each of its items. */
function valuesAt(input: Input, field: string): string[] {
  const [place = '', ...path] = field.split('.');
  let found: unknown[] = [input[place as keyof Input]];
  for (const name of path)
    found = found.flatMap((value) => (value as Record<string, unknown> | undefined)?.[name] ?? []);
  const texts = found.filter((value) => typeof value === 'string');
  return place === 'query' ? texts.flatMap((text) => text.split(',')) : texts;
}
