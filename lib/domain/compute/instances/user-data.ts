import { ApiError } from '#lib/model/platform/errors.ts';

/** The capability to run user data other than plain scripts, and to report its progress. */
const firstBoots = 'user_data';

/**
 * The capabilities that user data needs from a host. User data in a known form that cannot be run is refused with 400,
 * which names the key. Other text is accepted unchanged.
 */
export async function checkUserData(text: string | null | undefined): Promise<string[]> {
  if (!text || text.startsWith('#!')) return [];
  // The code that reads it is large, and few launches have user data.
  const { readUserData, anyMachine } = await import('#lib/model/compute/user-data/read.ts');
  const read = readUserData(text, anyMachine);
  if ('problem' in read) throw new ApiError('validation_failed', `user_data: ${read.problem}`);
  return read.work ? [firstBoots] : [];
}
