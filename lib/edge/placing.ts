import type { Placing, ShowRecords } from '#lib/domain/platform/activity/place.ts';

/** Shows the records of every wing as their GET does. Loaded for the first event that a webhook gets. */
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

/** What placing an account's events needs of the wings above the platform. */
export const placing: Placing = { showRecords, ownerAddress };
