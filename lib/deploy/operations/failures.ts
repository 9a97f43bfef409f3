import { arnOf, type Resource, type Statement } from '#lib/deploy/template.ts';

const queue = arnOf('FailedWork');

/** Where work goes that nobody waits for and that failed for good: a schedule's call, records of the table's stream. */
export const failedWork: Resource = {
  Type: 'AWS::SQS::Queue',
  Properties: { MessageRetentionPeriod: 14 * 24 * 3600, SqsManagedSseEnabled: true },
};

/** What whoever sends it there needs: the scheduler, and the roles of such functions. */
export const keepsFailures: Statement = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue };

/**
 * Names that queue wherever something is invoked that nobody waits for. The scheduler tries for five minutes: most
 * schedules are due again by then. Lambda runs what fails twice more.
 */
export function keepFailures(resources: Record<string, Resource>, scheduledIds: readonly string[]): void {
  for (const { Type, Properties } of Object.values(resources)) {
    if (Type === 'AWS::Scheduler::Schedule') {
      const target = Properties.Target as Record<string, unknown>;
      target.DeadLetterConfig = { Arn: queue };
      target.RetryPolicy = { MaximumEventAgeInSeconds: 300, MaximumRetryAttempts: 5 };
    }
    if (Type === 'AWS::Lambda::EventSourceMapping') {
      Properties.DestinationConfig = { OnFailure: { Destination: queue } };
    }
  }
  for (const id of scheduledIds) {
    const scheduled = resources[id];
    if (scheduled) scheduled.Properties.DeadLetterConfig = { TargetArn: queue };
  }
}
