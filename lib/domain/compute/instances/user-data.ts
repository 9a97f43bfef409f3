import { ApiError } from '#lib/model/platform/errors.ts';

/** The capability to do what user data says that is more than a script, and to tell what became of it. */
const firstBoots = 'user_data';

/**
 * The capabilities that user data needs of a host. User data of a known form that cannot be run is refused with 400,
 * which names the key. Other text is taken as it is.
 */
export async function checkUserData(text: string | null | undefined): Promise<string[]> {
  if (!text || text.startsWith('#!')) return [];
  // What reads it is large, and few launches have one.
  const { readUserData, anyMachine } = await import('#lib/model/compute/user-data/read.ts');
  const read = readUserData(text, anyMachine);
  if ('problem' in read) throw new ApiError('validation_failed', `user_data: ${read.problem}`);
  return read.work ? [firstBoots] : [];
}
