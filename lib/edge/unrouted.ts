import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { refuseUnrouted } from './refuse-unrouted.ts';
import { readRequest } from './request.ts';
import { type WebSources, webResult } from './web.ts';

/**
 * Answers requests that no route serves: with the packaged console, or as `refuseUnrouted` does. It never throws. The
 * only thing that it may read is the address of the terminal of a user's own machine.
 */
export function unrouted(
  sources: WebSources,
): (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2> {
  return async (event) => (await webResult(readRequest(event), sources)) ?? refuseUnrouted(event);
}
