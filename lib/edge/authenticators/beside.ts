import type { Exchange } from '#lib/edge/exchange.ts';

/** The instance to be read together with the caller; none for a path that no instance can have. */
export function besideOf({ route, event }: Exchange): string | undefined {
  if (!route.beside) return undefined;
  const params = route.params?.safeParse(event.pathParameters ?? {});
  return params?.success ? route.beside(params.data) : undefined;
}
