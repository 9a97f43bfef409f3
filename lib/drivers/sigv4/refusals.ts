import { ApiError } from '#lib/model/platform/errors.ts';
import { basicTime } from './core.ts';

/** 401 for a signature that is not well made; says what is wrong with the request, never anything of the key. */
export function malformed(field: string, what: string): ApiError {
  return new ApiError('invalid_signature', `${field}: ${what}`);
}

/** 401 for a signature that does not fit, in the same words for a wrong one and for a key that there is not. */
export function mismatch(): ApiError {
  return new ApiError(
    'invalid_signature',
    'the signature does not match: check the access key, its secret, and that the request is sent as it was signed',
  );
}

/** 401 for a signature outside its time, by the real clock, which the message tells. */
export function expired(what: string, now: Date): ApiError {
  return new ApiError('signature_expired', `X-Amz-Date: ${what}; the time here is ${basicTime(now)}`);
}
