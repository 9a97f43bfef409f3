/** S3's error codes with status and message, as in Amazon's reference. */
const codes = {
  AccessControlListNotSupported: [400, 'The bucket does not allow ACLs'],
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'CORSResponse: This CORS request is not allowed.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'The query string authentication is malformed.'],
  BadDigest: [400, 'The Content-MD5 or checksum value that you specified did not match what the server received.'],
  BadRequest: [400, 'Insufficient information. Origin request header needed.'],
  BucketAlreadyExists: [
    409,
    'The requested bucket name is not available. The bucket namespace is shared by all users of the system. Select a different name and try again.',
  ],
  BucketAlreadyOwnedByYou: [409, 'Your previous request to create the named bucket succeeded and you already own it.'],
  BucketNotEmpty: [409, 'The bucket you tried to delete is not empty'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed size'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size'],
  IllegalVersioningConfigurationException: [400, 'The Versioning element must be specified'],
  IncompleteBody: [400, 'The request body terminated unexpectedly'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidBucketState: [409, 'The request is not valid for the current state of the bucket.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum value that you specified is not valid.'],
  InvalidPart: [
    400,
    'One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part’s entity tag.',
  ],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order. Parts must be ordered by part number.'],
  InvalidRange: [416, 'The requested range is not satisfiable'],
  InvalidRedirectLocation: [400, "The website redirect location must have a prefix of 'http://' or 'https://' or '/'."],
  InvalidRequest: [400, 'Invalid Request'],
  InvalidRetentionPeriod: [400, 'Default retention period must be a positive integer value.'],
  InvalidStorageClass: [400, 'The storage class you specified is not valid'],
  InvalidEncryptionAlgorithmError: [400, 'The encryption request you specified is not valid. Supported value: AES256.'],
  InvalidTag: [400, 'The tag provided was not a valid tag.'],
  InvalidURI: [400, "Couldn't parse the specified URI."],
  KeyTooLongError: [400, 'Your key is too long'],
  MalformedPolicy: [400, 'This policy contains invalid Json'],
  MalformedPOSTRequest: [400, 'The body of your POST request is not well-formed multipart/form-data.'],
  MalformedTrailerError: [400, 'The request contained trailing data that was not well-formed.'],
  MalformedXML: [400, 'The XML you provided was not well-formed or did not validate against our published schema'],
  MaxMessageLengthExceeded: [400, 'Your request was too big.'],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucketPolicy: [404, 'The bucket policy does not exist'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  ServerSideEncryptionConfigurationNotFoundError: [404, 'The server side encryption configuration was not found'],
  NoSuchCORSConfiguration: [404, 'The CORS configuration does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchLifecycleConfiguration: [404, 'The lifecycle configuration does not exist'],
  NoSuchObjectLockConfiguration: [404, 'The specified object does not have a ObjectLock configuration'],
  NoSuchPublicAccessBlockConfiguration: [404, 'The public access block configuration was not found'],
  NoSuchTagSet: [404, 'The TagSet does not exist'],
  NoSuchUpload: [
    404,
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
  ],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NotImplemented: [501, 'A header you provided implies functionality that is not implemented'],
  NotModified: [304, 'Not Modified'],
  ObjectLockConfigurationNotFoundError: [404, 'Object Lock configuration does not exist for this bucket'],
  OperationAborted: [409, 'A conflicting conditional operation is in progress against this resource. Try again.'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  QuotaExceeded: [403, 'The quota of the bucket would be exceeded'],
  RequestHeaderSectionTooLarge: [400, 'Your request header section exceeds the maximum allowed size.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  RequestTimeout: [
    400,
    'Your socket connection to the server was not read from or written to within the timeout period. Idle connections will be closed.',
  ],
  SignatureDoesNotMatch: [
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
  ServiceUnavailable: [503, 'Service is unable to handle request.'],
  SlowDown: [503, 'Please reduce your request rate.'],
  TooManyBuckets: [400, 'You have attempted to create more buckets than allowed'],
  UnexpectedContent: [400, 'This request does not support content'],
  UserKeyMustBeSpecified: [
    400,
    'The bucket POST must contain the specified field name. If it is specified, please check the order of the fields.',
  ],
  UnresolvableGrantByEmailAddress: [400, 'The email address you provided does not match any account on record.'],
  XAmzContentChecksumMismatch: [400, 'The provided checksum does not match what was computed.'],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match what was computed."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** An error code of S3's reference. */
export type ErrorCode = keyof typeof codes;

/** What an S3 error may have in addition to its code. */
export interface ErrorExtras {
  /** Replaces the reference's message. */
  message?: string;
  /** Further elements of the error document. */
  details?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
}

/** An error that S3 clients understand. It becomes the error document, or only a status where there is no body. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, string | number>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message, details = {}, headers = {} }: ErrorExtras = {}) {
    super(message ?? codes[code][1]);
    this.code = code;
    this.status = codes[code][0];
    this.details = details;
    this.headers = headers;
  }
}
