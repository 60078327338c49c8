/**
 * Loaded into an agent before its own code: at SIGUSR2 its steady clock jumps ahead by five minutes, as if the time
 * had passed. What sounds and what is asked for is left alone.
 */
const JUMP_MS = 300_000;
const real = performance.now.bind(performance);
const ahead = { ms: 0 };

performance.now = () => real() + ahead.ms;
process.on('SIGUSR2', () => {
  ahead.ms += JUMP_MS;
});
