import * as z from 'zod';
import { ApiError, type ErrorCode } from '#lib/model/platform/errors.ts';
import type { Operation } from './deployed-route.ts';

type Applies = (operation: Operation) => boolean;

const always: Applies = () => true;
const changes: Applies = ({ method }) => method !== 'GET';
const personal: Applies = ({ route }) => !route.public;
const signable: Applies = ({ route }) => !route.public || route.signed === true;
const ofPendingLogin: Applies = ({ route }) => route.body instanceof z.ZodObject && 'pending_token' in route.body.shape;
const onOne: Applies = ({ path }) => path.includes('{');
const says =
  (status: number): Applies =>
  ({ description }) =>
    new RegExp(`\\b${status}\\b`).test(description);
const paged: Applies = ({ route }) => route.query instanceof z.ZodObject && 'cursor' in route.query.shape;

/** Refusals of the chain (contract 1.4), by the properties of a route. */
const chain: Partial<Record<ErrorCode, Applies>> = {
  validation_failed: always,
  unknown_field: always,
  invalid_json: changes,
  invalid_cursor: paged,
  missing_credentials: personal,
  invalid_token: personal,
  token_expired: personal,
  invalid_signature: signable,
  signature_expired: signable,
  key_inactive: signable,
  access_denied: (operation) => personal(operation) && operation.route.action !== null,
  account_blocked: personal,
  email_not_verified: (operation) =>
    personal(operation) &&
    (operation.route.verified === true || operation.route.spends === true || says(402)(operation)),
  cross_origin: (operation) => changes(operation) && (personal(operation) || operation.route.sameOrigin === true),
  not_found: (operation) => onOne(operation) || says(404)(operation),
  operation_in_progress: changes,
  idempotency_in_progress: changes,
  precondition_failed: ({ route }) => route.versioned === true,
  payload_too_large: changes,
  unsupported_media_type: changes,
  idempotency_key_reused: changes,
  rate_limited: ({ route }) => !route.unlimited,
  internal: always,
  dependency_unavailable: always,
  timeout: always,
};

/**
 * Refusals of verbs. A route has those whose status its TSDoc line names. Where the line also names codes of that
 * status, only these count.
 */
const verbs: readonly ErrorCode[] = [
  'invalid_credentials',
  'invalid_token',
  'insufficient_balance',
  'quota_exceeded',
  'account_blocked',
  'already_exists',
  'wrong_state',
  'in_use',
  'capacity_exhausted',
  'protected',
  'code_expired',
  'reset_token_expired',
  'too_many_attempts',
];

/** Refusals of few verbs: a route has those that its TSDoc line names. */
const rare: readonly ErrorCode[] = ['email_not_verified', 'invalid_signature', 'invite_expired', 'managed_policy'];

const statusOf = (code: ErrorCode) => new ApiError(code, '').status;

function ofVerb(operation: Operation): ErrorCode[] {
  const isNamed = (code: ErrorCode) => new RegExp(`\\b${code}\\b`).test(operation.description);
  return [...verbs, ...rare].filter((code) => {
    const alike = [...verbs, ...rare].filter((other) => statusOf(other) === statusOf(code));
    const isMeant = isNamed(code) || (!rare.includes(code) && !alike.some(isNamed));
    return says(statusOf(code))(operation) && isMeant;
  });
}

/** The refusals of a route: from status to codes, both in order. */
export function refusalsOf(operation: Operation): Map<number, string[]> {
  const ofChain = (Object.keys(chain) as ErrorCode[]).filter((code) => chain[code]?.(operation));
  const codes = [...new Set([...ofChain, ...ofVerb(operation)])].sort();
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  const found = new Map<number, string[]>(
    statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)]),
  );
  // The token of a pending login expires with a status of its own (contract 1.7).
  return ofPendingLogin(operation) ? found.set(410, ['token_expired']) : found;
}
