/** A bare HTTP server that answers everything with 200, on the port it is given. */
import { createServer } from 'node:http';

createServer((_request, response) => response.end('ok')).listen(Number(process.argv[2] ?? 0), '127.0.0.1');
