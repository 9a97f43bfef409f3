import type { FunctionConfig } from './framework.ts';
import { apiBody, type Route } from './http-api.ts';
import { DeployError, type Resource } from './template.ts';

interface HostApiOptions {
  readonly title: string;
  readonly version: string;
  readonly invokeRoleId: string;
  readonly idOf: (key: string) => string;
  /** The stage of the API for clients; that for hosts has the same settings. */
  readonly stage: Resource | undefined;
}

/** The routes of the host API: the `hostApi` events of functions.yml, which the framework does not know. */
export function hostRoutes(functions: readonly (readonly [string, FunctionConfig])[], idOf: HostApiOptions['idOf']) {
  return functions.flatMap(([key, { events = [] }]) =>
    events.flatMap(({ hostApi: event }): Route[] => {
      if (event === undefined) return [];
      const [method = '', path] = String(event).split(' ');
      if (!path)
        throw new DeployError(`function ${key}: hostApi: say "<METHOD> /<path>", not ${JSON.stringify(event)}`);
      return [{ method, path, functionId: idOf(key) }];
    }),
  );
}

/**
 * The HTTP API on which hosts call (lib/model/compute/host-api.ts). It stands apart from the API for clients: another
 * address, which no document for clients names, with numbers and limits of its own. Nothing where no route is of it.
 */
export function hostApiResources(
  routes: readonly Route[],
  keys: readonly string[],
  { title, version, invokeRoleId, idOf, stage }: HostApiOptions,
): Record<string, Resource> {
  if (routes.length === 0) return {};
  const nameOf = new Map(keys.map((key) => [idOf(key), key]));
  const Body = apiBody({ title: `${title}-hosts`, version }, routes, { invokeRoleId, nameOf });
  return {
    HostApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { FailOnWarnings: true, Body } },
    HostApiStage: {
      Type: 'AWS::ApiGatewayV2::Stage',
      Properties: { ...stage?.Properties, ApiId: { Ref: 'HostApi' } },
    },
  };
}
