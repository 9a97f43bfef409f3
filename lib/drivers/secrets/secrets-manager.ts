import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

/** Every creator of a secret's first value gives it this version id, so that the second one is refused. */
const firstVersion = '00000000-0000-4000-8000-000000000001';

let shared: { endpoint: string | undefined; client: SecretsManagerClient } | undefined;

/** The one Secrets Manager client of this process; AWS_ENDPOINT_URL_SECRETS_MANAGER names another server. */
function secretsManager(): SecretsManagerClient {
  const endpoint = process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER;
  if (!shared || shared.endpoint !== endpoint) {
    const requestHandler = { connectionTimeout: 2_000, requestTimeout: 5_000 };
    shared = { endpoint, client: new SecretsManagerClient({ maxAttempts: 4, requestHandler }) };
  }
  return shared.client;
}

/** The current text of a secret, by name or ARN; undefined where it was made and given no value yet. */
export async function readSecret(secret: string): Promise<string | undefined> {
  try {
    return (await secretsManager().send(new GetSecretValueCommand({ SecretId: secret }))).SecretString;
  } catch (error) {
    // The same error says that there is no such secret; only its text tells.
    if (error instanceof ResourceNotFoundException && /secret value/.test(error.message)) return undefined;
    throw error;
  }
}

/** Gives a secret its first text; of any number of concurrent creators exactly one succeeds, the others change nothing. */
export async function createSecretValue(secret: string, text: string): Promise<void> {
  try {
    await secretsManager().send(
      new PutSecretValueCommand({ SecretId: secret, SecretString: text, ClientRequestToken: firstVersion }),
    );
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  }
}

/** Gives a secret another text, from its next reading on. */
export async function replaceSecretValue(secret: string, text: string): Promise<void> {
  await secretsManager().send(new PutSecretValueCommand({ SecretId: secret, SecretString: text }));
}
