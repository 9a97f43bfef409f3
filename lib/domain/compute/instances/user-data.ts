import { isCloudConfig } from '#lib/model/compute/user-data/kind.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

/** The capability to do what a cloud-config says, and to tell what became of user data. */
const firstBoots = 'user_data';

/** Refuses a cloud-config that cannot be read with 400, naming the key. Other text is taken as it is. */
export async function checkUserData(text: string | null | undefined): Promise<void> {
  if (!text || !isCloudConfig(text)) return;
  // What reads it is large, and few launches have one.
  const { readCloudConfig } = await import('#lib/model/compute/user-data/cloud-config.ts');
  const read = readCloudConfig(text);
  if ('problem' in read) throw new ApiError('validation_failed', `user_data: #cloud-config ${read.problem}`);
}

/** What this user data needs of a host. */
export const neededFor = (text: string | null | undefined): string[] =>
  text && isCloudConfig(text) ? [firstBoots] : [];
