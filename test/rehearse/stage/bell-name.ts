/** What the WebSocket API is called, as a part of its host name. */
export const bellId = 'bell';

/** The host name of the WebSocket API. */
export const bellName = `${bellId}.execute-api.ap-south-1.amazonaws.com`;
