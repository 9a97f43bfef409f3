import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './close-server.ts';

interface Version {
  id: string;
  text: string;
}

/** A stand-in for AWS Secrets Manager on loopback with these secrets, at first without values. */
export interface SecretsManager {
  readonly endpoint: string;
  /** Every call so far, with its secret. */
  readonly calls: string[];
  /** The versions of each secret, the newest last. */
  readonly versions: Map<string, Version[]>;
  /** While set, every call is answered with this failure. */
  failure: { status: number; type: string } | undefined;
  close(): Promise<void>;
}

/**
 * Answers GetSecretValue and PutSecretValue as docs.aws.amazon.com/secretsmanager/latest/apireference describes them.
 */
export async function startSecretsManager(...names: string[]): Promise<SecretsManager> {
  const versions = new Map(names.map((name): [string, Version[]] => [name, []]));
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const { status, ...reply } = answerTo(req, JSON.parse(body) as Record<string, string>);
    res.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(reply));
  });
  const answerTo = ({ headers }: IncomingMessage, input: Record<string, string>): Answer => {
    const operation = String(headers['x-amz-target']).replace('secretsmanager.', '');
    self.calls.push(`${operation} ${input.SecretId}`);
    if (self.failure) return refusal(self.failure.type, 'it is told to fail', self.failure.status);
    if (!signed.test(headers.authorization ?? '')) return refusal('MissingAuthenticationTokenException', 'not signed');
    const held = versions.get(input.SecretId ?? '');
    if (!held) return refusal('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return operation === 'GetSecretValue' ? get(held) : put(held, input);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: SecretsManager = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    versions,
    failure: undefined,
    close: () => closeServer(server),
  };
  return self;
}

const signed = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[\w-]+\/secretsmanager\/aws4_request/;

interface Answer {
  status: number;
  [field: string]: unknown;
}

const refusal = (__type: string, message: string, status = 400): Answer => ({ status, __type, message });

function get(held: readonly Version[]): Answer {
  const current = held.at(-1);
  if (current) return { status: 200, SecretString: current.text, VersionId: current.id };
  const message = "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT";
  return refusal('ResourceNotFoundException', message);
}

/** An existing version id with another text is refused; with the same text nothing changes. */
function put(held: Version[], { SecretString: text = '', ClientRequestToken: id = randomUUID() }): Answer {
  const same = held.find((version) => version.id === id);
  if (same && same.text !== text) {
    const message = 'You provided a new token that is already used by a version with another content.';
    return refusal('ResourceExistsException', message);
  }
  if (!same) held.push({ id, text });
  return { status: 200, VersionId: id };
}
