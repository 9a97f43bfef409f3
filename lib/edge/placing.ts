import type { Placing, ShowRecords } from '#lib/domain/platform/activity/place.ts';

/** Shows the records of every wing as a GET does. Loaded for the first event that a webhook gets. */
const showRecords: ShowRecords = async () => {
  const [platform, identity, billing, storage, compute] = await Promise.all([
    import('#lib/domain/platform/webhooks/shown.ts'),
    import('#lib/domain/identity/shown.ts'),
    import('#lib/domain/billing/shown.ts'),
    import('#lib/domain/storage/shown.ts'),
    import('#lib/domain/compute/shown.ts'),
  ]);
  return {
    ...platform.shownRecords,
    ...identity.shownRecords,
    ...billing.shownRecords,
    ...storage.shownRecords,
    ...compute.shownRecords,
  };
};

/** Loaded for the first failure. */
const ownerAddress = async (account: string): Promise<string | undefined> => {
  const { accountOwner } = await import('#lib/domain/identity/accounts/owner.ts');
  return (await accountOwner(account))?.email;
};

/** The functions of higher-level wings that placing an account's events needs. */
export const placing: Placing = { showRecords, ownerAddress };
