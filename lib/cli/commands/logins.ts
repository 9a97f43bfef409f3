import {
  type Context,
  contextNames,
  currentContext,
  lockContext,
  readContext,
  useContext,
  writeContext,
} from '#lib/cli/config/contexts.ts';
import type { Settings } from '#lib/cli/config/settings.ts';
import { usage } from '#lib/cli/failure.ts';
import { tell } from '#lib/cli/output/terminal.ts';
import { ask, askSecret, readInput } from '#lib/cli/run/ask.ts';
import type { AnyClient, Session } from '#lib/cli/run/session.ts';

/** The pair of a login. */
interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly account_id: string;
  readonly user: { readonly email?: string; readonly username?: string; readonly name?: string | null };
}

/** What a login answers: the pair, or what it needs first. */
type LoginReply =
  | Tokens
  | { readonly requires_2fa: true; readonly pending_token: string }
  | { readonly password_reset_required: true; readonly pending_token: string };

/** The two ways to log in: with an account's e-mail address, and as an IAM user. */
interface Way {
  readonly verify: string;
}

const people: Way = { verify: 'verifyTwoFactor' };
const iam: Way = { verify: 'verifyIamLogin' };

/** The flags that say where a password comes from. */
export interface PasswordSource {
  readonly passwordStdin?: boolean;
}

/** The password: from standard input, or asked for without showing it. */
export async function passwordOf({ passwordStdin }: PasswordSource, question = 'Password: '): Promise<string> {
  const password = passwordStdin ? (await readInput()).split('\n')[0] : await askSecret(question);
  if (!password) throw usage('the password is empty');
  return password;
}

/** A text that was given, or is asked for. */
export async function given(text: string | undefined, question: string): Promise<string> {
  const answer = text ?? (await ask(question)).trim();
  if (answer === '') throw usage(`${question.replace(/: $/, '')}: must not be empty`);
  return answer;
}

/** Logs in with an e-mail address; asks for a one-time code where the account wants one. */
export async function loginPerson(client: AnyClient, email: string, password: string, code?: string): Promise<Tokens> {
  const reply = await client.request('login', { body: { email, password } });
  return completed(client, people, reply.body as LoginReply, code);
}

/** Logs in as an IAM user; asks for a new password or a one-time code where that is wanted. */
export async function loginIam(
  client: AnyClient,
  who: { account_id: string; username: string; password: string },
  code?: string,
): Promise<Tokens> {
  const reply = await client.request('iamLogin', { body: who });
  return completed(client, iam, reply.body as LoginReply, code);
}

async function completed(client: AnyClient, way: Way, reply: LoginReply, code?: string): Promise<Tokens> {
  if ('access_token' in reply) return reply;
  const { pending_token } = reply;
  if ('requires_2fa' in reply) {
    const body = { pending_token, code: await given(code, 'One-time code: ') };
    return completed(client, way, (await client.request(way.verify, { body })).body as LoginReply);
  }
  tell('You must set a new password.');
  const body = { pending_token, new_password: await passwordOf({}, 'New password: ') };
  return completed(client, way, (await client.request('setIamLoginPassword', { body })).body as LoginReply, code);
}

/** Keeps the session of a login in the context, makes it the current one, and says so. */
export async function keep({ settings, globals }: Session, tokens: Tokens): Promise<void> {
  const name = await keepTokens(settings, tokens);
  if (currentContext() !== name && globals.context === undefined) useContext(name);
  if (globals.quiet) return;
  tell(`Logged in as ${whoOf(tokens)} (account ${tokens.account_id}) at ${settings.endpoint}.`);
}

const whoOf = ({ user }: Tokens): string => user.email ?? user.username ?? '';

/** Where this context has another platform, the login gets a context of its own. */
async function keepTokens({ endpoint, name: wanted }: Settings, tokens: Tokens): Promise<string> {
  const taken = readContext(wanted);
  const name = taken && taken.endpoint !== endpoint ? freeName(endpoint) : wanted;
  await lockContext(name, async () => {
    const {
      refresh_key: _,
      access_key_id: _id,
      secret_key: _key,
      credential_command: _run,
      ...before
    } = readContext(name) ?? ({} as Partial<Context>);
    const { access_token, refresh_token } = tokens;
    writeContext(name, { ...before, endpoint, auth: 'session', access_token, refresh_token, user: whoOf(tokens) });
  });
  return name;
}

/** A name for this platform: its host's, with a number where that is taken. */
function freeName(endpoint: string): string {
  const known = contextNames();
  const same = known.find((name) => readContext(name)?.endpoint === endpoint);
  const host = new URL(endpoint).host.replaceAll(/[^\w.-]/g, '-').slice(0, 50);
  const names = [host, ...known.map((_, i) => `${host}-${i + 2}`)];
  return same ?? names.find((name) => !known.includes(name)) ?? host;
}
