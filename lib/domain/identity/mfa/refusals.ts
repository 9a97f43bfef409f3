import { ApiError } from '#lib/model/platform/errors.ts';

/** The 409 of who would set up what is enabled. */
export const alreadyEnabled = (): ApiError =>
  new ApiError('wrong_state', 'one-time codes are already enabled; disable them first to set them up anew');
