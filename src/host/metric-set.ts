interface MetricName {
  readonly name: string;
  readonly help: string;
}

interface Labelled extends MetricName {
  readonly label: string;
}

interface Buckets extends MetricName {
  /** Upper bounds, ascending, in the unit of the metric. */
  readonly buckets: readonly number[];
}

type Labels = Readonly<Record<string, string>>;

/** One line: what follows the metric's name, its labels, and its value. */
type Sample = readonly [suffix: string, labels: Labels, value: number];

interface Metric extends MetricName {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** A set of metrics in Prometheus text format 0.0.4. Values are read when the text is requested. */
export class MetricSet {
  readonly #metrics: Metric[] = [];

  gauge(named: MetricName, read: () => number | Promise<number>): void {
    this.#add(named, 'gauge', async () => [['', {}, await read()]]);
  }

  /** Adds a gauge with one value per word. */
  gauges({ label, ...named }: Labelled, read: () => Readonly<Record<string, number>>): void {
    this.#add(named, 'gauge', () => toSamples(label, read()));
  }

  /** Adds a gauge that is 1 for the present word and 0 for the others. */
  choice(
    { words, ...labelled }: Labelled & { readonly words: readonly string[] },
    read: () => string | null,
  ): void {
    this.gauges(labelled, () => {
      const now = read();
      return Object.fromEntries(words.map(word => [word, word === now ? 1 : 0]));
    });
  }

  /** Adds a gauge that is always 1: what it tells are its labels. */
  labels(named: MetricName, read: () => Labels): void {
    this.#add(named, 'gauge', () => [['', read(), 1]]);
  }

  count(named: MetricName, read: () => number): void {
    this.#add(named, 'counter', () => [['', {}, read()]]);
  }

  counts({ label, ...named }: Labelled, read: () => Readonly<Record<string, number>>): void {
    this.#add(named, 'counter', () => toSamples(label, read()));
  }

  /** Adds a histogram. `take` returns the values since the last call. */
  histogram({ buckets, ...named }: Buckets, take: () => readonly number[]): void {
    const values = new Distribution(buckets);
    this.#add(named, 'histogram', () => {
      for (const value of take()) values.add(value);
      return values.toSamples({});
    });
  }

  /** Adds a histogram with one distribution per word, those without a value among them. */
  histograms<Word extends string>(
    { buckets, label, words, ...named }: Buckets & Labelled & { readonly words: readonly Word[] },
    take: () => readonly (readonly [Word, number])[],
  ): void {
    const all = new Map(words.map(word => [word, new Distribution(buckets)]));
    this.#add(named, 'histogram', () => {
      for (const [word, value] of take()) all.get(word)?.add(value);
      return [...all].flatMap(([word, values]) => values.toSamples({ [label]: word }));
    });
  }

  async text(): Promise<string> {
    return (await Promise.all(this.#metrics.map(toText))).join('\n');
  }

  #add({ name, help }: MetricName, type: Metric['type'], read: Metric['read']): void {
    this.#metrics.push({ name, help, type, read });
  }
}

/** Values counted by their size. */
class Distribution {
  readonly #bounds: readonly number[];
  readonly #atMost: number[];
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#atMost = bounds.map(() => 0);
  }

  add(value: number): void {
    for (const [index, bound] of this.#bounds.entries()) {
      if (value <= bound) this.#atMost[index] = (this.#atMost[index] ?? 0) + 1;
    }
    this.#sum += value;
    this.#count += 1;
  }

  toSamples(labels: Labels): readonly Sample[] {
    return [
      ...this.#bounds.map(
        (bound, index): Sample => ['_bucket', { ...labels, le: String(bound) }, this.#atMost[index] ?? 0],
      ),
      ['_bucket', { ...labels, le: '+Inf' }, this.#count],
      ['_sum', labels, this.#sum],
      ['_count', labels, this.#count],
    ];
  }
}

function toSamples(label: string, values: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(values).map(([word, value]) => ['', { [label]: word }, value]);
}

async function toText({ name, help, type, read }: Metric): Promise<string> {
  const lines = (await read()).map(([suffix, labels, value]) => {
    const words = Object.entries(labels).map(([label, word]) => `${label}="${escape(word)}"`);
    return `${name}${suffix}${words.length === 0 ? '' : `{${words.join(',')}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escape(word: string): string {
  return word.replace(/[\\"]/g, '\\$&').replaceAll('\n', String.raw`\n`);
}
