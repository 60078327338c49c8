#!/bin/sh
# Of a histogram with a label, parse-prometheus-text-format keeps one set of buckets, and does not say whose.
#
# Versions: parse-prometheus-text-format 1.1.1, prom-client 15.1.3 as the writer, Node 20.
# A good guess: what a metrics page has for each room is one histogram for each room, with the room beside it, as for counters.
# What happens: all rooms become one metric without a label, whose buckets are those of the room that came last; its sum and its
# count are missing. Summaries are the same. Counters are right.
# What follows: drop the lines with `# TYPE` before the text is parsed: then each line is a metric of its own, with its labels.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund parse-prometheus-text-format@1.1.1 prom-client@15.1.3 >/dev/null
cat >ask.mjs <<'JS'
import parse from 'parse-prometheus-text-format';
import prometheus from 'prom-client';

const { Counter, Histogram, Summary, register } = prometheus;
const labelNames = ['room'];
const starts = new Counter({ name: 'starts', help: 'How often', labelNames });
const delay = new Histogram({ name: 'delay', help: 'How late', labelNames, buckets: [0.1, 1] });
const length = new Summary({ name: 'length', help: 'How long', labelNames, percentiles: [0.5] });
for (const [room, seconds] of [['kitchen', 0.05], ['kitchen', 0.06], ['kitchen', 3], ['hall', 0.5]]) {
  starts.inc({ room });
  delay.observe({ room }, seconds);
  length.observe({ room }, seconds);
}
const text = await register.metrics();
for (const { name, metrics } of parse(text)) for (const metric of metrics) console.log(name, JSON.stringify(metric));
console.log('without the types:');
for (const { name, metrics } of parse(text.replace(/^# TYPE .*\n/gm, '')))
  if (name.endsWith('_count')) for (const metric of metrics) console.log(name, JSON.stringify(metric));
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
starts {"value":"3","labels":{"room":"kitchen"}}
starts {"value":"1","labels":{"room":"hall"}}
delay {"buckets":{"1":"1","0.1":"0","+Inf":"1"}}
length {"quantiles":{"0.5":"0.5"}}
without the types:
delay_count {"value":"3","labels":{"room":"kitchen"}}
delay_count {"value":"1","labels":{"room":"hall"}}
length_count {"value":"3","labels":{"room":"kitchen"}}
length_count {"value":"1","labels":{"room":"hall"}}
TEXT
diff expected seen
