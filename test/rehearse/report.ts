import { notRehearsed } from './commands.ts';
import type { Desk } from './desk.ts';
import type { Stage } from './stage/open.ts';
import type { Steps } from './steps.ts';

/** What a rehearsal cannot show, since something else stood in the place of AWS. */
const notShown = [
  'IAM: moto lets every call through. Calls to the table, secrets and SES were held against the roles in the template by the rehearsal; the roles of the gateway, the workflows, the scheduler and the readers of the stream against what the template has them do. Calls to Step Functions were not.',
  'API Gateway: the routes are those of the template’s documents, served by the rehearsal’s own server; the import of the documents, limits of requests, logs and custom names are not.',
  'Lambda: functions are processes of this machine, one for each zip, role and environment, and run several calls at once; cold starts, freezing, memory and concurrency are not.',
  'Step Functions: moto runs no JSONata; the product’s own engine runs the state machines as the template defines them, and the rehearsal those that are express.',
  'EventBridge Scheduler, and the readers of the table’s stream: run by the rehearsal from the template.',
  'DynamoDB: moto’s, one call at a time; throttling, TTL and the size of items are not; it restores a table as it is now, not as it was.',
  'SES: moto takes the mail, and nobody delivers it. Bounces, complaints and the sandbox are not.',
  'CloudFormation: moto makes no secrets, APIs, schedules, alarms, metric filters or domain names; the secrets were made from the template, the table was made anew. It undoes no deployment, and deletes what leaves a stack even where the template retains it.',
  'A host that is reached over the internet: the host has an address of a wire of its own.',
  'CloudWatch: the rehearsal evaluated the packaged alarms itself, over lines of the functions’ logs and what it counted in the place of Lambda; requests of the gateway were fed as numbers; nothing was mailed.',
  'The console in a browser, object storage, and payments by Razorpay.',
];

interface Rehearsed {
  readonly steps: Steps;
  /** Each deployment that ran, in order. */
  readonly stages: readonly Stage[];
  readonly desk: Desk;
}

/** What was proven and what was not, for people. Throws where a command that was to run did not. */
export function readReport({ steps, stages, desk }: Rehearsed): string {
  if (desk.left.length > 0) throw new Error(`these commands of the guides did not run:\n${desk.left.join('\n')}`);
  const all = <T>(of: (stage: Stage) => Iterable<T>): T[] => stages.flatMap((stage) => [...of(stage)]);
  const sum = (counts: readonly (readonly [string, number])[]) => counts.reduce((sum, [, one]) => sum + one, 0);
  const [invoked, answered] = [all(({ lambda }) => lambda.invoked), all((stage) => stage.answered)];
  const failed = answered.filter(([label]) => label.startsWith('5'));
  const distinct = (counts: readonly (readonly [string, number])[]) => new Set(counts.map(([name]) => name)).size;
  const { lambda, runs } = stages.at(-1) as Stage;
  const list = (lines: readonly string[]) => lines.map((line) => `  - ${line}\n`).join('');
  return `
Rehearsed: ${steps.done.length} steps.
  ${distinct(invoked)} functions of the packaged zips ran ${sum(invoked)} times, at the end in ${lambda.processes} processes
  ${distinct(answered)} routes and statuses in ${sum(answered)} requests, ${runs.schedules} schedules, ${runs.readers} readers of the stream
  ${sum(all(({ door }) => door.calls))} calls of AWS, ${all(({ door }) => door.mails).length} mails
Answers of 5xx:
${list(failed.map(([label, count]) => `${count} × ${label}`))}Thrown by functions:
${list([...new Set(all((stage) => stage.lambda.thrown))])}Not allowed by a role:
${list([...new Set(all(({ door }) => door.refused))])}Failed within moto:
${list([...new Set(all(({ door }) => door.faults))])}Not shown, since this was not AWS:
${list(notShown)}Commands of the guides that did not run:
${list(Object.entries(notRehearsed).map(([command, why]) => `${command}: ${why}`))}`;
}
