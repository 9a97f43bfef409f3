import type { ShowRecords } from '#lib/domain/platform/activity/place.ts';

/** Shows the records of every wing as their GET does. Loaded for the first event that a webhook gets. */
export const showRecords: ShowRecords = async () => {
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
