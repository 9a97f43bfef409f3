import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dropOperator, listOperators, nameOperator } from '#lib/domain/identity/accounts/operators.ts';
import { StartError } from '#lib/local/start-error.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { reportMisfits } from './check-records.ts';
import { sentenceOf } from './refused.ts';
import { deployedTable, localTableOf } from './table.ts';

/*
 * `npm run operator -- <email>`: who runs the deployment, and whether its records fit. It reads and writes the table
 * itself, with the rights of whoever may do that: the owner of a laptop's data folder, or AWS credentials. No route of
 * the API can do it.
 */

const usage = `npm run operator -- <email>             names the account of this address as an operator's
npm run operator -- --remove <email>    takes it back
npm run operator -- --list              shows them
npm run operator -- check-records       reads every record against its schema, and changes nothing
  --stage <name>                        of the deployment of this stage, with your AWS credentials and region
  --table <name>                        its table, where the deployment says tableName`;

const options = {
  list: { type: 'boolean' },
  remove: { type: 'boolean' },
  stage: { type: 'string' },
  table: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const say = (text: string) => process.stdout.write(`${text}\n`);

const emailForm = /^[^\s@]+@[^\s@]+$/;

function emailOf(given: readonly string[]): string {
  const [email, ...rest] = given;
  if (email === undefined || rest.length > 0) throw new StartError(`name one e-mail address\n${usage}`);
  if (!emailForm.test(email))
    throw new StartError(
      `${email} is no e-mail address; an operator is an account, named by its owner's address, and its IAM users get policies`,
    );
  return email;
}

const checks = (given: readonly string[]) => given.length === 1 && given[0] === 'check-records';

async function run({ list, remove }: { list?: boolean; remove?: boolean }, given: readonly string[]): Promise<void> {
  if (checks(given)) {
    if (list || remove) throw new StartError(`check-records has neither --list nor --remove\n${usage}`);
    return reportMisfits(say);
  }
  if (list) {
    const operators = await listOperators();
    for (const { account_id, name } of operators) say(`${account_id}  ${name}`);
    if (operators.length === 0) say('no account operates this platform');
    return;
  }
  const email = emailOf(given);
  const { account_id } = remove ? await dropOperator(email) : await nameOperator(email);
  say(`account ${account_id} (${email}) ${remove ? 'no longer operates' : 'operates'} this platform`);
}

/** The name of a deployment's table; undefined for a laptop's. */
function deployedName({ stage, table }: { stage?: string; table?: string }): string | undefined {
  if (stage === undefined) {
    if (table !== undefined) throw new StartError('--table is of a deployment: say --stage too');
    return undefined;
  }
  if (!/^[a-z0-9-]{1,40}$/.test(stage)) throw new StartError(`--stage ${stage} names no stage`);
  if (table !== undefined && !/^[\w.-]{3,255}$/.test(table)) throw new StartError(`--table ${table} names no table`);
  return table ?? `svc-${stage}`;
}

async function main(): Promise<void> {
  process.umask(0o077);
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    say(usage);
    return;
  }
  if (!values.list && !checks(positionals)) emailOf(positionals);
  const name = deployedName(values);
  const table = name === undefined ? await localTableOf(resolve(setting('SVC_DATA_DIR'))) : deployedTable(name);
  Object.assign(process.env, table.settings);
  try {
    await run(values, positionals).catch((error: Error) => {
      throw name === undefined ? error : sentenceOf(error, name);
    });
  } finally {
    await table.close();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`svc: ${error.message}\n`);
  process.exit(1);
});
