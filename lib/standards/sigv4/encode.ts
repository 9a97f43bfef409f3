const unreserved = /^[A-Za-z0-9._~-]*$/;

/** Percent-encodes all but the unreserved characters of RFC 3986. */
export function encode(text: string): string {
  if (unreserved.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, hex);
}

const hex = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/** Percent-decodes; text that is not valid percent-encoding stays as it is. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-encodes each segment of a path. */
export function encodePath(path: string): string {
  return path.split('/').map(encode).join('/');
}

/** Resolves `.` and `..` and drops empty segments; a trailing slash stays (AWS: every service but S3). */
export function normalisePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}${segments.length > 0 && path.endsWith('/') ? '/' : ''}`;
}
