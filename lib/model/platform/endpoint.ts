/** The path of the unix socket in an endpoint `unix:<path>`, for an engine on this computer; undefined for a URL. */
export function socketOf(endpoint: string): string | undefined {
  return endpoint.startsWith('unix:') ? endpoint.slice('unix:'.length) : undefined;
}

/** The endpoint of the engine that listens on this socket. */
export const endpointAt = (socketPath: string): string => `unix:${socketPath}`;

interface Headers {
  headers: Record<string, string>;
}

/** Settings of an SDK client. */
interface Reach {
  endpoint?: string;
  requestHandler?: { httpAgent: { keepAlive: boolean } };
  signer?: { sign<Request extends Headers>(request: Request): Promise<Request> };
}

/** The settings that make an SDK client call this endpoint. Without an endpoint the SDK chooses. */
export function reach(endpoint: string | undefined): Reach {
  if (!endpoint) return {};
  const socketPath = socketOf(endpoint);
  if (socketPath === undefined) return { endpoint };
  const httpAgent = { keepAlive: true, socketPath };
  return { endpoint: 'http://localhost', requestHandler: { httpAgent }, signer: placeholderSigner };
}

/**
 * Adds a well-formed signature without computing one. Access to the socket is access to the engine, so the engine does
 * not verify it. A real signature would take longer than the call.
 */
const placeholderSigner: NonNullable<Reach['signer']> = {
  async sign(request) {
    request.headers.authorization =
      'AWS4-HMAC-SHA256 Credential=local/20000101/local/local/aws4_request, SignedHeaders=host, Signature=0';
    request.headers['x-amz-date'] = '20000101T000000Z';
    return request;
  },
};
