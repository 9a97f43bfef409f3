import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { authenticateHost, authenticateJoin, type Host } from '#lib/domain/compute/hosts/authenticate.ts';
import { wireStore } from '#lib/domain/platform/wire.ts';
import { withTimeout } from '#lib/drivers/clocks/real.ts';
import { readJson } from '#lib/edge/json.ts';
import { log } from '#lib/edge/log.ts';
import { toApiError } from '#lib/edge/outcome.ts';
import { type HttpRequest, readRequest } from '#lib/edge/request.ts';
import {
  type HostAsked,
  type HostParams,
  type HostReply,
  type HostRoute,
  hostApi,
} from '#lib/model/compute/host-api.ts';
import { hostProtocol, isServed, protocolHeader } from '#lib/model/compute/host-call.ts';
import { hostParameter } from '#lib/model/compute/host-messages.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { auditRefusedOffer } from './audit.ts';

/** The deadline of a call in milliseconds, shorter than the gateway's. */
const deadline = 28_000;

/** The most bytes of a call's body: room for the samples of twenty machines. */
const maxHostBody = 1024 * 1024;

/** A call as its verb gets it. */
export interface HostCallOf<N extends HostRoute> {
  readonly host: Host;
  readonly input: HostAsked<N>;
  readonly params: HostParams<N>;
  /** The version of the protocol that the agent speaks. */
  readonly protocol: number;
}

export type HostHandler = ((event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>) & {
  /** The route's name in `hostApi`. */
  hostRoute: HostRoute;
};

/**
 * Makes the handler of a route of the host API. In this order it checks the protocol's version, the size, the
 * signature, that the host is neither removed nor fenced, the body, and the epoch. It answers every outcome and never
 * throws.
 */
export function hostRoute<N extends Exclude<HostRoute, 'joinHosts'>>(
  name: N,
  verb: (call: HostCallOf<N>) => Promise<HostReply<N>>,
): HostHandler {
  return handlerOf(name, async (request, event) => {
    const host = await authenticateHost(signed(request));
    const params = paramsOf(event) as HostParams<N>;
    const input = inputOf(name, request) as HostAsked<N>;
    if ('epoch' in input && input.epoch !== host.epoch) throw host.lost ? wasLost(host) : staleEpoch(host, input.epoch);
    const called = verb({ host, input, params, protocol: Number(request.headers[protocolHeader]) });
    return 'offer' in input ? called.catch((error) => refusedOffer(error, host, request, name)) : called;
  });
}

/** Records a refused offer for operators: the host offers something that it may not. */
async function refusedOffer(error: unknown, host: Host, request: HttpRequest, name: HostRoute): Promise<never> {
  const { status } = toApiError(error, request.id);
  if (status < 500) await auditRefusedOffer(host, request, name, status);
  throw error;
}

/**
 * Makes the handler of the join route, the only one that a caller uses before it is a host. The key in the body signs
 * the call.
 */
export function joinRoute(verb: (input: HostAsked<'joinHosts'>) => Promise<HostReply<'joinHosts'>>): HostHandler {
  return handlerOf(
    'joinHosts',
    async (request) => {
      const input = inputOf('joinHosts', request);
      await authenticateJoin(signed(request), input.public_key);
      return verb(input);
    },
    201,
  );
}

function handlerOf(
  name: HostRoute,
  work: (request: HttpRequest, event: APIGatewayProxyEventV2) => Promise<unknown>,
  status = 200,
): HostHandler {
  wireStore();
  const answered = async (event: APIGatewayProxyEventV2) => {
    const request = readRequest(event);
    try {
      checkProtocol(request);
      checkSize(request);
      const late = () => new ApiError('timeout', `no answer within ${deadline / 1000} seconds; quote ${request.id}`);
      const reply = await withTimeout(work(request, event), deadline, late);
      return resultOf(request, status, hostApi[name].reply.parse(reply));
    } catch (error) {
      return refusalOf(request, toApiError(error, request.id), name);
    }
  };
  return Object.assign(answered, { hostRoute: name });
}

function checkProtocol({ headers }: HttpRequest): void {
  const given = headers[protocolHeader] ?? '';
  if (/^\d{1,6}$/.test(given) && isServed(Number(given))) return;
  throw new ApiError(
    'protocol_unsupported',
    `${protocolHeader}: ${JSON.stringify(given.slice(0, 32))} is not served (present: ${hostProtocol}); update svc-host`,
    { headers: { upgrade: `svc-host/${hostProtocol}` } },
  );
}

function checkSize({ body }: HttpRequest): void {
  if (body.length <= maxHostBody) return;
  throw new ApiError('payload_too_large', `body: ${body.length} bytes is too large (at most ${maxHostBody} bytes)`);
}

const signed = ({ method, path, rawQuery, headers, body }: HttpRequest) => ({
  method,
  target: rawQuery === '' ? path : `${path}?${rawQuery}`,
  authorization: headers.authorization,
  body,
});

/** The path parameters. 404 for a value that cannot be an id. */
function paramsOf({ pathParameters = {} }: APIGatewayProxyEventV2): Record<string, string> {
  const wrong = Object.values(pathParameters).find((value) => !hostParameter.test(value ?? ''));
  if (wrong !== undefined) throw notFound('resource', JSON.stringify(wrong.slice(0, 64)));
  return pathParameters as Record<string, string>;
}

function inputOf<N extends HostRoute>(name: N, { reads, body, rawQuery }: HttpRequest): HostAsked<N> {
  const given = reads ? Object.fromEntries(new URLSearchParams(rawQuery)) : readJson(body);
  const { data, error } = hostApi[name].body.safeParse(given);
  if (error) {
    const issues = error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
    throw new ApiError('validation_failed', issues.join('; ').slice(0, 1000));
  }
  return data as HostAsked<N>;
}

/**
 * The host was declared lost, and its machines were given up. When its agent restarts, it destroys those that were
 * replaced.
 */
const wasLost = ({ host_id }: Host) =>
  new ApiError('host_lost', `host ${host_id} was lost meanwhile; its agent must start again`);

const staleEpoch = ({ host_id, epoch }: Host, given: number) =>
  new ApiError('stale_epoch', `host ${host_id} has started again since epoch ${given}; it is at ${epoch}`);

function refusalOf(request: HttpRequest, error: ApiError, name: HostRoute) {
  const { code, status, message, retryAfter, headers } = error;
  // Only a 401 is logged: a host that was removed keeps calling, and its other refusals would fill the log.
  if (status === 401) log('warn', { request_id: request.id, host_route: name, name: code, message });
  const result = resultOf(request, status, { error: message });
  Object.assign(result.headers, { 'x-error-code': code, ...headers });
  if (retryAfter !== undefined) result.headers['retry-after'] = String(retryAfter);
  return result;
}

function resultOf({ id }: HttpRequest, statusCode: number, body: unknown) {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
  };
  return { statusCode, headers, body: JSON.stringify(body) };
}
