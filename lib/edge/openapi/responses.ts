import type { Route } from '#lib/edge/definition.ts';
import type { Operation } from './deployed-route.ts';

import { messageOf } from './messages.ts';
import { refusalsOf } from './refusals.ts';
import type { JsonSchema } from './schemas.ts';

/** Schema and example by media type. */
export type Content = Record<string, { schema: JsonSchema; example: unknown }>;

/** Headers of replies (contract 1.3). */
export const sharedHeaders = {
  RequestId: { description: 'Names this request in logs and in the audit log.', schema: { type: 'string' } },
  ETag: { description: 'The version of the resource, for If-Match.', schema: { type: 'string' } },
  RateLimit: {
    description: 'The number of requests left in this second, as `"default";r=12;t=1`.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'The number of requests allowed per second, as `"default";q=30;w=1`.',
    schema: { type: 'string' },
  },
  IdempotentReplayed: { description: '`true` if this repeats an earlier reply.', schema: { type: 'string' } },
  ErrorFields: {
    description: 'The invalid fields as a JSON list of {field, message}, in ASCII; entries beyond 4 KiB are left out.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'The number of seconds after which a repetition may succeed.',
    schema: { type: 'integer' },
  },
} as const;

const reasons: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  400: 'The request is not well formed',
  401: 'Credentials are missing or not valid',
  402: 'The wallet is too low',
  403: 'Not allowed',
  404: 'Not found',
  409: 'In conflict with the current state',
  410: 'Expired',
  412: 'If-Match does not match the current version',
  413: 'The body is too large',
  415: 'The body is not application/json',
  422: 'The Idempotency-Key was already used for a different request',
  429: 'Too many requests',
  500: 'An internal error',
  503: 'A service behind the API does not answer',
  504: 'No answer within the time limit',
};
const transient = new Set([409, 429, 503]);

const header = (name: keyof typeof sharedHeaders) => ({ $ref: `#/components/headers/${name}` });

/** Builds response objects; refusals that many routes share are components, named by status and codes. */
export class Responses {
  readonly components: Record<string, object> = {};

  success(status: number, method: string, route: Route, content: Content): object {
    return {
      description: reasons[status],
      headers: {
        'X-Request-Id': header('RequestId'),
        ...(route.etag && { ETag: header('ETag') }),
        ...(!route.public && { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimitPolicy') }),
        ...(method !== 'GET' && { 'Idempotent-Replayed': header('IdempotentReplayed') }),
      },
      content,
    };
  }

  refusals(operation: Operation): Record<string, object> {
    const byStatus = refusalsOf(operation);
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => {
        const name = [status, ...codes].join('.');
        this.components[name] = refusal(status, codes);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }
}

function refusal(status: number, codes: readonly string[]): object {
  return {
    description: reasons[status],
    headers: {
      'X-Error-Code': { description: 'What went wrong, for programs.', schema: { type: 'string', enum: codes } },
      'X-Request-Id': header('RequestId'),
      ...(status === 400 && { 'X-Error-Fields': header('ErrorFields') }),
      ...(transient.has(status) && { 'Retry-After': header('RetryAfter') }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: { error: messageOf(code, status) } }])),
      },
    },
  };
}
