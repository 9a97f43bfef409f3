import { DeleteRouteSettingsCommand, GetStageCommand } from '@aws-sdk/client-apigatewayv2';
import { type Body, routeKeysOf } from '#lib/deploy/http-api.ts';
import { referred, type Template } from '#lib/deploy/template.ts';
import type { Clients } from './clients.ts';
import type { Deployed } from './deployed.ts';

/**
 * Deletes the limits of routes that the template does not have any more; answers their route keys. API Gateway adds the
 * limits that an update names to those that a stage has, and then refuses the update for a limit whose route is gone
 * ("Unable to find Route by key"). Where the update fails afterwards, those routes have the limit of their stage until
 * the next one.
 */
export async function dropLostLimits(
  gateway: Clients['gateway'],
  { names }: Deployed,
  template: Template,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const { api, stage, routes } of stagesOf(template)) {
    const at = { ApiId: names.get(api), StageName: names.get(stage) };
    if (at.ApiId === undefined || at.StageName === undefined) continue;
    const { RouteSettings = {} } = await gateway.send(new GetStageCommand(at));
    for (const RouteKey of Object.keys(RouteSettings).filter((key) => !routes.includes(key))) {
      await gateway.send(new DeleteRouteSettingsCommand({ ...at, RouteKey }));
      dropped.push(RouteKey);
    }
  }
  return dropped;
}

/** The stages of the template, by logical id, each with its API and the route keys of that. */
function stagesOf({ Resources }: Template): { api: string; stage: string; routes: string[] }[] {
  return Object.entries(Resources)
    .filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Stage')
    .flatMap(([stage, { Properties }]) => {
      const api = referred(Properties.ApiId) ?? '';
      const body = Resources[api]?.Properties.Body;
      return body === undefined ? [] : [{ api, stage, routes: routeKeysOf(body as Body) }];
    });
}
