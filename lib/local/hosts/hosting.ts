import { type RoutedFunction, Routes } from '#lib/local/api/routes.ts';
import type { Hosting } from './open.ts';

type Load = (path: string) => Promise<(event: unknown, context: object) => unknown>;

interface Parts {
  readonly load: Load;
  /** The path of the handler that enrols this computer. */
  readonly enrol: string;
  /** Awaited before each call of a function, by its key. */
  readonly before: (key: string) => Promise<void>;
}

/**
 * The host API of these functions: those with an event `hostApi`. A handler is loaded when it is first called. Its
 * calls pass no gate: the agent lets go of the state before another one comes.
 */
export function hostingOf(
  functions: Readonly<Record<string, RoutedFunction & { readonly handler: string }>>,
  { load, enrol, before }: Parts,
): Hosting {
  const routed = Object.fromEntries(Object.entries(functions).map(([key, { handler }]) => [key, handler]));
  const handlers = Object.values(functions).flatMap(({ events = [], handler }) =>
    events.some(({ hostApi, hostBell }) => (hostApi ?? hostBell) !== undefined) ? [handler] : [],
  );
  const [bell] = Object.entries(functions).find(([, { events = [] }]) => events.some((event) => event.hostBell)) ?? [];
  return {
    routes: new Routes(functions, 'hostApi'),
    bell,
    prepare: () => Promise.all(handlers.map(load)),
    run: async (key, event) => {
      await before(key);
      return (await load(routed[key] ?? ''))(event, {});
    },
    enrol: async (host) => (await load(enrol))(host, {}),
  };
}
