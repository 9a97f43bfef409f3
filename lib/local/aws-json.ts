import { hash } from 'node:crypto';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { headersToSign, requestSigner } from '#lib/standards/sigv4/sign.ts';

/** A service that speaks Amazon's JSON protocol. */
export interface AwsJsonService {
  readonly endpoint: string;
  /** The service's name in signatures: `dynamodb`, `states`. */
  readonly service: string;
  /** The prefix of the operation in X-Amz-Target. */
  readonly prefix: string;
  readonly version: '1.0' | '1.1';
}

/** An error of the service; `name` is its type without the namespace. */
export class AwsJsonError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export const dynamodbAt = (endpoint: string): AwsJsonService => ({
  endpoint,
  service: 'dynamodb',
  prefix: 'DynamoDB_20120810',
  version: '1.0',
});

export const statesAt = (endpoint: string): AwsJsonService => ({
  endpoint,
  service: 'states',
  prefix: 'AWSStepFunctions',
  version: '1.0',
});

const ANSWER_WITHIN_MS = 10_000;

/**
 * Makes one signed call, without retries. Throws AwsJsonError for an error of the service, and the system's error where
 * there is no answer within 10 s.
 */
export async function awsJson<T>(to: AwsJsonService, operation: string, input: object): Promise<T> {
  const body = JSON.stringify(input);
  const signer = requestSigner({
    accessKeyId: setting('AWS_ACCESS_KEY_ID') ?? 'local',
    secretKey: setting('AWS_SECRET_ACCESS_KEY') ?? 'local',
    region: setting('AWS_REGION'),
    service: to.service,
    now: new Date(),
  });
  const sessionToken = setting('AWS_SESSION_TOKEN');
  const headers = {
    'content-type': `application/x-amz-json-${to.version}`,
    host: socketOf(to.endpoint) === undefined ? new URL(to.endpoint).host : 'localhost',
    'x-amz-date': signer.timestamp,
    'x-amz-target': `${to.prefix}.${operation}`,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  };
  const parts = { method: 'POST', path: '/', query: '', payload: hash('sha256', body), ...headersToSign(headers) };
  const authorization = signer.authorization(parts);
  const { status, text } = await post(to.endpoint, { headers: { ...headers, authorization }, body });
  if (status === 200) return JSON.parse(text) as T;
  throw refusal(status, text);
}

async function post(
  endpoint: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ status: number; text: string }> {
  const options = { method: 'POST', headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
  const sent = open(endpoint, options);
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end(body);
  });
  const parts: Buffer[] = [];
  for await (const part of reply as AsyncIterable<Buffer>) parts.push(part);
  return { status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') };
}

function open(endpoint: string, options: object): ClientRequest {
  const socketPath = socketOf(endpoint);
  if (socketPath !== undefined) return request({ ...options, socketPath, path: '/' });
  return endpoint.startsWith('https:') ? secureRequest(endpoint, options) : request(endpoint, options);
}

function refusal(status: number, text: string): AwsJsonError {
  try {
    const { __type = `Http${status}`, message, Message } = JSON.parse(text);
    return new AwsJsonError(String(__type).replace(/^.*#/, ''), String(message ?? Message ?? ''));
  } catch {
    return new AwsJsonError(`Http${status}`, text.slice(0, 200));
  }
}
