import { notRehearsed } from './commands.ts';
import type { Desk } from './desk.ts';
import type { Stage } from './stage/open.ts';
import type { Steps } from './steps.ts';

/** What a rehearsal cannot show, since something else stood in the place of AWS. */
const notShown = [
  'IAM: moto lets every call through. Calls to the table, secrets and SES were held against the roles in the template by the rehearsal; the roles of the gateway, the workflows, the scheduler and the readers of the stream against what the template has them do. Calls to Step Functions were not.',
  'API Gateway: the routes are those of the template’s documents, served by the rehearsal’s own server; the import of the documents, limits of requests, logs and custom names are not.',
  'Lambda: functions are processes of this machine, one for each zip, role and environment, and run several calls at once; cold starts, freezing, memory and concurrency are not.',
  'Step Functions: moto runs no JSONata; the product’s own engine runs the state machines as the template defines them.',
  'EventBridge Scheduler, and the readers of the table’s stream: run by the rehearsal from the template.',
  'DynamoDB: moto’s, one call at a time; throttling, TTL and the size of items are not; it restores a table as it is now, not as it was.',
  'SES: moto takes the mail, and nobody delivers it. Bounces, complaints and the sandbox are not.',
  'CloudFormation: moto makes no secrets, APIs, schedules, alarms, metric filters or domain names; the secrets were made from the template, the table was made anew.',
  'A host that is reached over the internet: the host has an address of a wire of its own.',
  'The console in a browser, object storage, payments by Razorpay, and alarms.',
];

interface Rehearsed {
  readonly steps: Steps;
  readonly stage: Stage;
  readonly desk: Desk;
}

/** What was proven and what was not, for people. Throws where a command that was to run did not. */
export function readReport({ steps, stage, desk }: Rehearsed): string {
  if (desk.left.length > 0) throw new Error(`these commands of the guides did not run:\n${desk.left.join('\n')}`);
  const { lambda, door, runs, answered } = stage;
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0);
  const failed = [...answered].filter(([label]) => label.startsWith('5'));
  const list = (lines: readonly string[]) => lines.map((line) => `  - ${line}\n`).join('');
  return `
Rehearsed: ${steps.done.length} steps.
  ${lambda.invoked.size} functions of the packaged zips ran ${sum(lambda.invoked)} times, in ${lambda.processes} processes
  ${answered.size} routes and statuses in ${sum(answered)} requests, ${runs.schedules} schedules, ${runs.readers} readers of the stream
  ${sum(door.calls)} calls of AWS, ${door.mails.length} mails
Answers of 5xx:
${list(failed.map(([label, count]) => `${count} × ${label}`))}Thrown by functions:
${list([...new Set(lambda.thrown)])}Not allowed by a role:
${list([...door.refused])}Failed within moto:
${list([...new Set(door.faults)])}Not shown, since this was not AWS:
${list(notShown)}Commands of the guides that did not run:
${list(Object.entries(notRehearsed).map(([command, why]) => `${command}: ${why}`))}`;
}
