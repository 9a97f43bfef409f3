/** Grants that unit tests of the function's own handler need seldom or never, and where each is shown to be needed. */
export const elsewhere: Record<string, readonly string[]> = {
  // The poller of the table's stream uses the function's role.
  'lib/deploy/streams.yml': [
    'activityStream table:stream',
    'documentsStream table:stream',
    'mailStream table:stream',
    'webhooksStream table:stream',
  ],
  // Tests call the verb of these, which others than the handler call too; the verbs write, seal mail, or open secrets.
  'test/lib/domain': [
    'activityStream keys:use',
    'activityStream table:write',
    'autopaySchedule keys:use',
    'documentsStream keys:use',
    'documentsStream table:write',
    'ordersSchedule keys:use',
    'reconcileSchedule table:write',
    'refundsSchedule keys:use',
    'subscriptionsSchedule keys:use',
    'webhooksStream keys:use',
    'webhooksStream table:write',
  ],
  // Called there, but on a platform that says it is a laptop (SVC_MODE), where nothing is recorded.
  'test/functions/auth/webhooks': [
    'updateWebhook table:write',
    'webhooksSchedule keys:use',
    'webhooksSchedule table:write',
  ],
  // With the console of a package, which a checkout does not have.
  'test/functions/platform/terminal.test.ts': ['unrouted table:read'],
  // Workflows that are started again after a crash, or by what a schedule finds, on the engine of a whole platform.
  'test/deep, test/journeys': [
    'autoscaleSchedule sfn:start',
    'deadlinesSchedule sfn:disk',
    'deadlinesSchedule sfn:reboot',
    'deadlinesSchedule sfn:start',
    'deleteInstanceSnapshot sfn:disk',
    'expirySchedule sfn:disk',
    'meteringSchedule sfn:stop',
    'refreshAutoScalingGroup sfn:scale',
    'scaleStep sfn:stop',
    'scalingSchedule sfn:scale',
    'scalingSchedule sfn:terminate',
    'stopInstance sfn:scale',
    // With hosts that answer, and whose jobs end.
    'beatHost task:answer',
    'diskWork task:answer',
    'hostHealthSchedule task:answer',
    'listHostJobs task:answer',
    'openHostConsole keys:use',
    'terminateDestroy task:answer',
  ],
};
