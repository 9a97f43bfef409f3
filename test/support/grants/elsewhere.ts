/** Grants that unit tests of the function's own handler need seldom or never, and where each is shown to be needed. */
export const elsewhere: Record<string, readonly string[]> = {
  // Tests call the verb of these, which others than the handler call too; the verbs seal mail.
  'test/lib/domain': [
    'autopaySchedule keys:use',
    'ordersSchedule keys:use',
    'refundsSchedule keys:use',
    'subscriptionsSchedule keys:use',
  ],
};
