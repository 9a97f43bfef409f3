/**
 * The headers of one connection (RFC 9110 7.6.1), which no proxy of ours forwards. Each proxy adds those that it
 * handles.
 */
export const hopByHop = [
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
] as const;
