import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { accountChecks, leaving, visitorOf } from './account.ts';
import { runChecks } from './checks.ts';
import { doorChecks } from './door.ts';
import { machineChecks } from './machine.ts';
import { readClasses, routesCheck } from './routes.ts';

/*
 * `npm run smoke -- <url>`: the first checks of a platform, wherever it is. Each prints one line. Ends with 1 where one
 * failed, with 2 where the command line is wrong.
 */

const usage = `npm run smoke -- <url>      checks the platform whose API is there, with a new account
  --email <address>         with this account; its password is the first line of standard input
  --code <digits>           its one-time code, if it needs one
  --launch                  launches a machine, logs in to it by OpenSSH, and terminates it; a deployment wants
                            an account with a verified address for that: say --email`;

const options = {
  email: { type: 'string' },
  code: { type: 'string' },
  launch: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);

function urlOf(given: readonly string[]): string {
  const [text, ...rest] = given;
  if (text === undefined || rest.length > 0) throw new Error(`name one address\n${usage}`);
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${text} is no address such as https://api.example.in`);
  return url.href.replace(/\/$/, '');
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    say(usage);
    return 0;
  }
  const url = urlOf(positionals);
  const { email, code } = values;
  const password = email === undefined ? undefined : readFileSync(0, 'utf8').split('\n')[0];
  const visitor = visitorOf(url);
  const checks = [
    ...doorChecks(url),
    routesCheck(url, readClasses('.serverless/classes.json')),
    ...accountChecks(url, visitor, { email, password, code }),
    ...(values.launch ? machineChecks(visitor) : []),
    leaving(visitor),
  ];
  const failed = await runChecks(checks, say);
  say(failed.length === 0 ? `${url} is well` : `${url} is not well: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

main().then(
  (status) => process.exit(status),
  (error: Error) => {
    process.stderr.write(`smoke: ${error.message}\n`);
    process.exit(2);
  },
);
