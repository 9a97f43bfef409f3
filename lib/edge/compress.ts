import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { HttpRequest } from './request.ts';

const compress = promisify(gzip);

/** The smallest body in bytes that is compressed. */
const threshold = 4096;

/**
 * The result with its body in gzip where the request accepts that and the body has more than 4 KiB; otherwise as it is.
 * Bytes are base64 in a result of the HTTP API. The ETag names the version of the resource, whatever the coding.
 */
export async function encoded(
  { headers }: HttpRequest,
  result: APIGatewayProxyStructuredResultV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { body = '' } = result;
  if (Buffer.byteLength(body) <= threshold) return result;
  const { vary } = result.headers ?? {};
  const varying = { ...result.headers, vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding' };
  if (!acceptsGzip(headers['accept-encoding'] ?? '')) return { ...result, headers: varying };
  const bytes = await compress(body, { level: constants.Z_BEST_SPEED });
  return {
    ...result,
    headers: { ...varying, 'content-encoding': 'gzip' },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}

/** Whether an Accept-Encoding allows gzip, by its name or by `*`, with a weight above 0 (RFC 9110 12.5.3). */
function acceptsGzip(header: string): boolean {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(coding, weight === undefined ? 1 : Number(weight));
  }
  const given = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return given > 0;
}
