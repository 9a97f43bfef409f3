import type { Route } from '#lib/edge/definition.ts';

/** One deployed route: its address in functions.yml, the definition in its handler, and its TSDoc line. */
export interface Operation {
  method: string;
  path: string;
  /** The folder of the handler, and what the comment at the head of its functions.yml says; '' without one. */
  group: string;
  groupAbout: string;
  description: string;
  route: Route;
}
