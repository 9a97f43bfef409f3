import type { IncomingMessage, ServerResponse } from 'node:http';

/** A handler's result is sent as JSON. A handler without a result has already answered. */
export type Handler = (req: IncomingMessage, res: ServerResponse) => object | undefined | Promise<object | undefined>;
export type Methods = Record<string, Handler>;
