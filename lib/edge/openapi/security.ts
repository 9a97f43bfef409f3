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
    description:
      'The access token in the cookie that a browser gets at login. Requests from other origins are refused.',
  },
  session_proof: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Session-Proof',
    description:
      'The secret whose SHA-256 was sent as `session_proof` at login. Without it, the access token, cookie ' +
      'and refresh token of that session are refused with 401.',
  },
  sigv4: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'An access key signs the request with AWS Signature Version 4, for the service `svc` and the region `in-mum`: ' +
      '`AWS4-HMAC-SHA256 Credential=<access_key_id>/<day>/in-mum/svc/aws4_request, SignedHeaders=…, Signature=…`. ' +
      'A presigned URL carries the same in its query. A signature is valid for 5 minutes.',
  },
} as const;

/** The authentication of a route that is not public: any one of these. Some sessions also require a proof. */
export const anyLogin: readonly Partial<Record<keyof typeof securitySchemes, readonly []>>[] = [
  { bearer: [] },
  { cookie: [] },
  { bearer: [], session_proof: [] },
  { cookie: [], session_proof: [] },
  { sigv4: [] },
];
