import { credentialsOf } from '#lib/cli/config/credentials.ts';
import { checkedEndpoint, settings } from '#lib/cli/config/settings.ts';
import { Failure } from '#lib/cli/failure.ts';
import { type Client, createClient } from '#lib/client/client.ts';
import { accessKey } from '#lib/client/credentials/access-key.ts';
import type { Credentials } from '#lib/client/credentials/credentials.ts';
import { accessToken } from '#lib/client/credentials/token.ts';
import type { Attempt } from '#lib/client/send.ts';
import { variable } from '#lib/terraform/environment.ts';
import type { Value, Values } from '#lib/terraform/protocol/value.ts';
import { settings as own } from './settings.ts';

/** An argument of the provider that is missing or does not fit. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** The client that a provider's block asks for. Throws Unfit where something is missing. */
export async function configured(config: Values): Promise<Client> {
  const keys = keysOf(config);
  const context = text(config.context) ?? (keys ? undefined : argument(config, 'context'));
  const given = argument(config, 'endpoint');
  const { endpoint, credentials } =
    context && !isOwn(config)
      ? await ofContext(context, text(config.endpoint))
      : { endpoint: given, credentials: keys };
  if (!endpoint) throw new Unfit('endpoint: is not set (nor is SVC_ENDPOINT)');
  if (!credentials) {
    throw new Unfit(
      'access_key_id and secret_key: are not both set (SVC_ACCESS_KEY_ID and SVC_SECRET_ACCESS_KEY, a token or a context)',
    );
  }
  return createClient({
    baseUrl: fitting('endpoint', () => checkedEndpoint(endpoint)),
    credentials,
    ...(variable('TF_LOG') && { onAttempt: logged }),
  });
}

/** The platform and the login of a context of the command line, which are for each other alone. */
async function ofContext(context: string, endpoint?: string) {
  try {
    const found = await settings({ context, ...(endpoint && { endpoint }) });
    const credentials = found.origin === 'context' ? await credentialsOf(found) : undefined;
    if (!credentials) throw new Unfit(`context: "${context}" has no login at ${found.endpoint} (svc login)`);
    return { endpoint: found.endpoint, credentials };
  } catch (error) {
    if (error instanceof Failure) throw new Unfit(`context: ${error.message}`);
    throw error;
  }
}

function fitting<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Unfit(error.message.startsWith(name) ? error.message : `${name}: ${error.message}`);
  }
}

const text = (value: Value | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

const names = ['token', 'access_key_id', 'secret_key'] as const;

/** Whether the block has credentials of its own. */
const isOwn = (config: Values): boolean => names.some((name) => typeof config[name] === 'string');

/** The credentials of the block, which go before those of the environment; undefined where there are none. */
function keysOf(config: Values): Credentials | undefined {
  const given = (name: string) => (isOwn(config) ? text(config[name]) : argument(config, name));
  const [token, accessKeyId, secretKey] = names.map(given);
  if (token) return accessToken(token);
  return accessKeyId && secretKey ? accessKey({ accessKeyId, secretKey }) : undefined;
}

function argument(config: Values, name: string): string | undefined {
  const value = config[name];
  if (typeof value === 'string') return value;
  return own[name] && variable(own[name].variable);
}

/** A line for TF_LOG: the operation, its outcome and its request id, and nothing that was sent. */
function logged({ operation, status, requestId }: Attempt): void {
  const line = { '@level': 'debug', '@message': 'svc request', operation, status, request_id: requestId };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
