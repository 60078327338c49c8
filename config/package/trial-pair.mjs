// `node trial-pair.mjs http://127.0.0.1:8710`: does what a listener does with a phone. Bundled by try.sh.
import { pairAsVisitor } from '../../src/cli/demo/visitor.ts';
import { answerConsent } from '../../src/sandbox/visitor.ts';

const [speakerUrl] = process.argv.slice(2);
await pairAsVisitor({
  speakerUrl,
  consent: async authorizeUrl => {
    const back = new URL(await answerConsent(authorizeUrl));
    // Names ending in .local are the phones' affair; this visitor sits on the speaker.
    return `${speakerUrl}${back.pathname}${back.search}`;
  },
});
console.log('paired');
