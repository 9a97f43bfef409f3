import { secretBox } from '#lib/drivers/secrets/secret-box.ts';

interface Owner {
  account_id: string;
  id: string;
}

const sealedFor = ({ account_id, id }: Owner) => `webhook:${account_id}:${id}`;

/** A webhook's secret as the table keeps it. */
export const sealSecret = (secret: string, owner: Owner): Promise<string> => secretBox.seal(secret, sealedFor(owner));

/** The secret that signs a webhook's deliveries. */
export const openSecret = (owner: Owner & { secret: string }): Promise<string> =>
  secretBox.open(owner.secret, sealedFor(owner));
