import { Failure, usage } from '#lib/cli/failure.ts';
import type { Credentials } from '#lib/client/credentials/credentials.ts';
import type { SessionStore } from '#lib/client/credentials/session.ts';
import { accessToken } from '#lib/client/credentials/token.ts';
import { type Context, lockContext, readContext, writeContext } from './contexts.ts';
import { variable } from './environment.ts';
import type { Settings } from './settings.ts';

/** Who asks, by these settings; undefined where nobody is known. Only the kind that is used is loaded. */
export async function credentialsOf({ origin, name, context }: Settings): Promise<Credentials | undefined> {
  if (origin === 'environment') return ofEnvironment();
  if (!context) return undefined;
  if (context.credential_command) return ofCommand(context.credential_command, context.auth);
  if (context.auth !== 'session') return ofKey(context.auth, context.access_key_id, context.secret_key);
  if (!context.access_token) return undefined;
  const { session } = await import('#lib/client/credentials/session.ts');
  return session(storeOf(name));
}

async function ofEnvironment(): Promise<Credentials> {
  const token = variable('SVC_TOKEN');
  if (token) return accessToken(token);
  const [id, secret] = [variable('SVC_ACCESS_KEY_ID'), variable('SVC_SECRET_ACCESS_KEY')];
  if (id === undefined) throw usage('SVC_ACCESS_KEY_ID: is not set (SVC_SECRET_ACCESS_KEY is, and needs it)');
  if (secret === undefined) throw usage('SVC_SECRET_ACCESS_KEY: is not set (SVC_ACCESS_KEY_ID is, and needs it)');
  return ofKey('sigv4', id, secret);
}

async function ofKey(auth: Context['auth'], accessKeyId = '', secretKey = ''): Promise<Credentials> {
  if (!accessKeyId || !secretKey) throw usage('an access key needs both its id and its secret');
  if (auth === 'token') {
    const { exchangedKey } = await import('#lib/client/credentials/exchanged-key.ts');
    return exchangedKey({ accessKeyId, secretKey });
  }
  const { accessKey } = await import('#lib/client/credentials/access-key.ts');
  return accessKey({ accessKeyId, secretKey });
}

/** What a credential command prints is its user's secret: it is not shown when it is wrong. */
async function ofCommand(command: string, auth: Context['auth']): Promise<Credentials> {
  let printed: Record<string, unknown>;
  try {
    // Not by an import: few have such a command, and each would wait for the module.
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    const text = execFileSync(command, { shell: true, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit'] });
    printed = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Failure('credential_command: it failed or printed no JSON', { exit: 3, code: 'credential_command' });
  }
  if (typeof printed.token === 'string') return accessToken(printed.token);
  if (typeof printed.access_key_id === 'string' && typeof printed.secret_key === 'string')
    return ofKey(auth, printed.access_key_id, printed.secret_key);
  throw new Failure('credential_command: its output has neither "token" nor "access_key_id" and "secret_key"', {
    exit: 3,
    code: 'credential_command',
  });
}

/** The session of a context, which programs that run at the same time share. */
function storeOf(name: string): SessionStore {
  return {
    load() {
      const { access_token, refresh_token, refresh_key } = readContext(name) ?? {};
      return access_token && refresh_token ? { access_token, refresh_token, refresh_key } : undefined;
    },
    save({ access_token, refresh_token, refresh_key }) {
      const now = readContext(name);
      // Whoever logged out meanwhile stays logged out.
      if (now?.access_token) writeContext(name, { ...now, access_token, refresh_token, refresh_key });
    },
    lock: (work) => lockContext(name, work),
  };
}
