import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { setting } from '#lib/model/platform/settings.ts';

/** Every creator uses this version id for a secret's first value, so that a second creation is refused. */
const firstVersion = '00000000-0000-4000-8000-000000000001';

let shared: { endpoint: string | undefined; client: SecretsManagerClient } | undefined;

/** This process's Secrets Manager client; AWS_ENDPOINT_URL_SECRETS_MANAGER names another endpoint. */
function secretsManager(): SecretsManagerClient {
  const endpoint = setting('AWS_ENDPOINT_URL_SECRETS_MANAGER');
  if (!shared || shared.endpoint !== endpoint) {
    const requestHandler = { connectionTimeout: 2_000, requestTimeout: 5_000 };
    shared = { endpoint, client: new SecretsManagerClient({ maxAttempts: 4, requestHandler }) };
  }
  return shared.client;
}

/**
 * The current text of a secret, by name or ARN; undefined where it has no value yet. Throws where the secret does not
 * exist.
 */
export async function readSecret(secret: string): Promise<string | undefined> {
  try {
    return (await secretsManager().send(new GetSecretValueCommand({ SecretId: secret }))).SecretString;
  } catch (error) {
    // A missing secret gives the same error; only its text differs.
    if (error instanceof ResourceNotFoundException && /secret value/.test(error.message)) return undefined;
    throw error;
  }
}

/** Stores a secret's first text. Of all concurrent creators one succeeds; the others change nothing. */
export async function createSecretValue(secret: string, text: string): Promise<void> {
  try {
    await secretsManager().send(
      new PutSecretValueCommand({ SecretId: secret, SecretString: text, ClientRequestToken: firstVersion }),
    );
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  }
}

/** Replaces a secret's text. */
export async function replaceSecretValue(secret: string, text: string): Promise<void> {
  await secretsManager().send(new PutSecretValueCommand({ SecretId: secret, SecretString: text }));
}
