import type { ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { KeyFileError } from '#lib/drivers/secrets/key-file.ts';
import { keySecretReader } from '#lib/drivers/secrets/key-secret.ts';
import { type ObjectSettings, ObjectSettingsError } from '#lib/model/storage/object-settings.ts';
import { rgwEngine } from './engine.ts';

type Settings = Extract<ObjectSettings, { engine: 'rgw' }>;

/** The gateway owner's keys, as the operator stores them. */
interface OwnerKeys {
  uid: string;
  access_key_id: string;
  secret_key: string;
  /** PEM of the authority that signed the gateway's certificate, if it is not a public one. */
  ca?: string;
}

const form =
  '{"uid": …, "access_key_id": …, "secret_key": …} of the user who owns the buckets, and "ca" where it needs one';

const readKeys = keySecretReader<OwnerKeys>({ parse, absent: () => refuse(`has no value yet: ${form}`) });

/** Ceph's gateway, called with the current keys of the secret in the settings, which may be rotated. */
export async function openRgw(settings: Settings): Promise<ObjectEngine> {
  const { url, region, addressing } = settings;
  const { uid: owner, access_key_id: accessKeyId, secret_key: secretKey, ca } = await ownerKeys(settings);
  return rgwEngine({ url, region, addressing, owner, credentials: { accessKeyId, secretKey }, ...(ca && { ca }) });
}

/** The current keys. Throws ObjectSettingsError where the secret has another form. */
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
