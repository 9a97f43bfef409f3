import { alarmsOf } from '#lib/deploy/operations/alarms.ts';

/** Every alarm that a stack has, with logical ids of a test's own. */
export const everyAlarm = alarmsOf({
  stack: 'svc-test',
  httpApiId: 'HttpApi',
  machineIds: ['LaunchStateMachine', 'StopStateMachine'],
  schedules: Object.fromEntries(
    ['outboxSchedule', 'deadlinesSchedule', 'hostHealthSchedule', 'meteringSchedule', 'mailSchedule'].map((key) => [
      key,
      'F',
    ]),
  ),
  streamIds: ['TableStreamLambdaFunction', 'OtherStreamLambdaFunction'],
  rate: 500,
});
