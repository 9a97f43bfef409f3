/**
 * Whether a Host header names this listener: localhost, a name under localhost, or 127.0.0.1, with the port (without
 * one where that is 80).
 */
export function isOurHost(host: string | undefined, port: number): boolean {
  const [, name = '', given = '80'] = /^([A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(host ?? '') ?? [];
  const known = /^(127\.0\.0\.1|([a-z0-9-]+\.)*localhost)$/i.test(name);
  return known && Number(given) === port;
}
