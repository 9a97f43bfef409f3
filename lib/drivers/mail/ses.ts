import { BadRequestException, MessageRejected, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { setting } from '#lib/model/platform/settings.ts';
import { UnsendableError } from './compose.ts';

let shared: { endpoint: string | undefined; client: SESv2Client } | undefined;

/** This process's SES client; AWS_ENDPOINT_URL_SESV2 names another endpoint. */
function ses(): SESv2Client {
  const endpoint = setting('AWS_ENDPOINT_URL_SESV2');
  if (!shared || shared.endpoint !== endpoint) {
    shared = { endpoint, client: new SESv2Client({ maxAttempts: 2, requestHandler: { requestTimeout: 10_000 } }) };
  }
  return shared.client;
}

/** Sends a composed mail by Amazon SES; throws UnsendableError where SES refuses it for good. */
export async function sendBySes(raw: Buffer, from: string, to: string): Promise<void> {
  try {
    await ses().send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: { Raw: { Data: raw } },
      }),
    );
  } catch (error) {
    if (!(error instanceof MessageRejected || error instanceof BadRequestException)) throw error;
    throw new UnsendableError(`SES refuses it: ${error.name}`, { cause: error });
  }
}
