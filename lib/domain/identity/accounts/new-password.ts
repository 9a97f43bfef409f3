import { checkPassword } from '#lib/drivers/passwords/check.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

/** Refuses with 400, naming every rule, a password that breaks one; `field` is what the request calls it. */
export async function acceptPassword(password: string, about: { email?: string }, field = 'password'): Promise<void> {
  const broken = await checkPassword(password, about);
  if (broken.length === 0) return;
  throw new ApiError('validation_failed', broken.map((rule) => `${field}: ${rule}`).join('; '));
}
