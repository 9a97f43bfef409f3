import { checkPassword } from '#lib/drivers/passwords/check.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

/**
 * Refuses a password that breaks a rule with 400. The message names each broken rule after `field`, which is the name
 * of the field in the request.
 */
export async function acceptPassword(password: string, about: { email?: string }, field = 'password'): Promise<void> {
  const broken = await checkPassword(password, about);
  if (broken.length === 0) return;
  throw new ApiError('validation_failed', broken.map((rule) => `${field}: ${rule}`).join('; '));
}
