/** Grants that unit tests of the function's own handler need seldom or never, and where each is shown to be needed. */
export const elsewhere: Record<string, readonly string[]> = {
  // Tests call the verb of these, which others than the handler call too; the verbs seal mail.
  'test/lib/domain': [
    'autopaySchedule keys:use',
    'ordersSchedule keys:use',
    'refundsSchedule keys:use',
    'subscriptionsSchedule keys:use',
  ],
  // With the console of a package, which a checkout does not have.
  'test/functions/platform/terminal.test.ts': ['unrouted table:read'],
  // Workflows that are started again after a crash, or by what a schedule finds, on the engine of a whole platform.
  'test/deep, test/journeys': [
    // With hosts that answer, and whose jobs end.
    'openHostConsole keys:use',
  ],
};
