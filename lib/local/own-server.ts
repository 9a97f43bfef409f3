import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * An HTTP server for clients on this computer alone. Clients close what they no longer use: a server that closes an
 * idle connection resets the call that is on its way, which a busy computer delays.
 */
export const ownServer = (listener: RequestListener): Server => createServer({ keepAliveTimeout: 0 }, listener);
