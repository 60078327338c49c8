// Replaces `node:assert` for sonic-boom, which checks one argument with it; Node would load five modules of its own.
module.exports = function assert(value, message) {
  if (!value) throw new Error(message);
};
