/** The ways to authenticate. */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of 15 minutes, from a login or for an access key.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_access',
    description: 'The access token as a browser has it after a login. Requests of other origins are refused.',
  },
  session_proof: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Session-Proof',
    description:
      'The secret of which a login was sent the SHA-256 as `session_proof`. Access token, cookie and refresh token of ' +
      'that session are 401 without it.',
  },
  sigv4: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'An access key signs the request with AWS Signature Version 4, for the service `svc` and the region `in-mum`: ' +
      '`AWS4-HMAC-SHA256 Credential=<access_key_id>/<day>/in-mum/svc/aws4_request, SignedHeaders=…, Signature=…`. ' +
      'A presigned URL has the same in its query. A signature is valid for 5 minutes.',
  },
} as const;

/** What a route needs unless it is public: one of these ways. A session may want its proof beside the token. */
export const anyLogin: readonly Partial<Record<keyof typeof securitySchemes, readonly []>>[] = [
  { bearer: [] },
  { cookie: [] },
  { bearer: [], session_proof: [] },
  { cookie: [], session_proof: [] },
  { sigv4: [] },
];
