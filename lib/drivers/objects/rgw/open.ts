import type { ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { KeyFileError } from '#lib/drivers/secrets/key-file.ts';
import { keySecretReader } from '#lib/drivers/secrets/key-secret.ts';
import { type ObjectSettings, ObjectSettingsError } from '#lib/model/storage/object-settings.ts';
import { rgwEngine } from './engine.ts';

type Settings = Extract<ObjectSettings, { engine: 'rgw' }>;

/** The gateway's owner, as the operator stores it. */
interface OwnerKeys {
  uid: string;
  access_key_id: string;
  secret_key: string;
  /** PEM of the authority that the gateway's certificate is from, where it is none of the public ones. */
  ca?: string;
}

const form =
  '{"uid": …, "access_key_id": …, "secret_key": …} of the user who owns the buckets, and "ca" where it needs one';

const readKeys = keySecretReader<OwnerKeys>({ parse, absent: () => refuse(`has no value yet: ${form}`) });

/** Ceph's gateway, called under the keys of the settings' secret as they are now, which may be rotated. */
export async function openRgw(settings: Settings): Promise<ObjectEngine> {
  const { url, region, addressing } = settings;
  const { uid: owner, access_key_id: accessKeyId, secret_key: secretKey, ca } = await ownerKeys(settings);
  return rgwEngine({ url, region, addressing, owner, credentials: { accessKeyId, secretKey }, ...(ca && { ca }) });
}

/** The keys as they are now; throws ObjectSettingsError for a secret that is none of them. */
export async function ownerKeys({ secretName }: Settings): Promise<OwnerKeys> {
  try {
    return await readKeys(secretName);
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    throw new ObjectSettingsError(`SVC_OBJECT_SECRET: ${error.message}`, { cause: error });
  }
}

function parse(text: string): OwnerKeys {
  const keys = JSON.parse(text) as Partial<Record<keyof OwnerKeys, unknown>>;
  for (const name of ['uid', 'access_key_id', 'secret_key'] as const) {
    if (typeof keys[name] !== 'string' || keys[name] === '') return refuse(`has no ${name}: ${form}`);
  }
  if (keys.ca !== undefined && !/^-----BEGIN CERTIFICATE-----/.test(String(keys.ca))) return refuse('ca is no PEM');
  return keys as unknown as OwnerKeys;
}

function refuse(why: string): never {
  throw new KeyFileError(why);
}
