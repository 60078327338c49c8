// Replaces `node:worker_threads` for pino, which only asks whether it is in a worker.
module.exports = { isMainThread: true };
