import type { Route } from '#lib/edge/definition.ts';

/** One deployed route: its address in functions.yml, the definition in its handler, and its TSDoc line. */
export interface Operation {
  method: string;
  path: string;
  /** The folder of the handler. */
  group: string;
  description: string;
  route: Route;
}
