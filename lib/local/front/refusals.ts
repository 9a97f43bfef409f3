import type { Refusal } from './reply.ts';

/** The largest body that is passed on (API Gateway's payload limit). lib/edge checks the API's limit of 256 KiB. */
export const MAX_BODY_BYTES = 6 * 1024 * 1024;

/** The refusal of a body that is larger than this. */
export const tooLarge = (bytes: number): Refusal => ({
  status: 413,
  code: 'payload_too_large',
  error: `body: larger than ${bytes} bytes`,
  close: true,
});

/** While machines send more than there is room for. */
export const noRoom: Refusal = {
  status: 503,
  code: 'dependency_unavailable',
  error: 'machines send more at a time than the API takes; retry after 1 second',
  headers: { 'Retry-After': '1' },
  close: true,
};

export const unavailable: Refusal = {
  status: 503,
  code: 'dependency_unavailable',
  error: 'the API is not up yet or going down; retry after 1 second',
  headers: { 'Retry-After': '1' },
};

/** While the state of the platform is saved or exchanged (contract 4.11). */
export const stateChanging: Refusal = {
  status: 503,
  code: 'dependency_unavailable',
  error: 'the state of the platform is being saved, loaded or reset; retry after 1 second',
  headers: { 'Retry-After': '1' },
};

export const timedOut: Refusal = { status: 504, code: 'timeout', error: 'no answer within 30 seconds' };

export const noSuchRoute: Refusal = { status: 404, code: 'no_such_route', error: 'no such route' };

export const notOneHost: Refusal = {
  status: 400,
  code: 'validation_failed',
  error: 'host: must be given exactly once',
  close: true,
};

export const unknownExpectation: Refusal = {
  status: 417,
  code: 'validation_failed',
  error: 'Expect: must be 100-continue',
  close: true,
};

/**
 * The refusal for a foreign Host: a page of another site reached this listener by a name of that site (DNS rebinding),
 * or a client uses the wrong port.
 */
export function foreignHost(host: string, own: string): Refusal {
  const error = `host: ${JSON.stringify(host)} is not this server (${own})`;
  return { status: 421, code: 'access_denied', error, close: true };
}
