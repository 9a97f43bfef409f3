import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { refuseUnrouted } from './refuse-unrouted.ts';
import { readRequest } from './request.ts';
import { type WebSources, webResult } from './web.ts';

/**
 * Answers requests that no route serves: the console of the package, or what `refuseUnrouted` answers. It never throws.
 * Beside the request it reads where the terminal of somebody's own machine is, and nothing else.
 */
export function unrouted(
  sources: WebSources,
): (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2> {
  return async (event) => (await webResult(readRequest(event), sources)) ?? refuseUnrouted(event);
}
