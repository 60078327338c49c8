type Labels = Readonly<Record<string, string>>;

/** One line: what follows the metric's name, its labels, and its value. */
type Sample = readonly [suffix: string, labels: Labels, value: number];

/** One value, or several told apart by their labels. */
type Reading = number | readonly Sample[];

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly read: () => Reading | Promise<Reading>;
}

/** Returns metrics in Prometheus text format 0.0.4, read now. */
export async function toMetricsText(metrics: readonly Metric[]): Promise<string> {
  return (await Promise.all(metrics.map(toText))).join('\n');
}

export function gauge(name: string, help: string, read: Metric['read']): Metric {
  return { name, help, type: 'gauge', read };
}

export function count(name: string, help: string, read: Metric['read']): Metric {
  return { name, help, type: 'counter', read };
}

/** One value per word. */
export function by(label: string, values: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(values).map(([word, value]) => ['', { [label]: word }, value]);
}

/** 1 for the present word and 0 for the others. */
export function choice(label: string, words: readonly string[], now: string | null): readonly Sample[] {
  return words.map(word => ['', { [label]: word }, word === now ? 1 : 0]);
}

/** Always 1: what it tells are its labels. */
export function labels(told: Labels): readonly Sample[] {
  return [['', told, 1]];
}

/** Values counted by their size. */
export class Distribution {
  readonly #bounds: readonly number[];
  readonly #labels: Labels;
  readonly #atMost: number[];
  #sum = 0;
  #count = 0;

  /** `bounds`: ascending, in the unit of the metric. */
  constructor(bounds: readonly number[], labels: Labels = {}) {
    this.#bounds = bounds;
    this.#labels = labels;
    this.#atMost = bounds.map(() => 0);
  }

  add(value: number): void {
    for (const [index, bound] of this.#bounds.entries()) {
      if (value <= bound) this.#atMost[index] = (this.#atMost[index] ?? 0) + 1;
    }
    this.#sum += value;
    this.#count += 1;
  }

  samples(): readonly Sample[] {
    const labels = this.#labels;
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

async function toText({ name, help, type, read }: Metric): Promise<string> {
  const reading = await read();
  const samples: readonly Sample[] = typeof reading === 'number' ? [['', {}, reading]] : reading;
  const lines = samples.map(([suffix, told, value]) => {
    const words = Object.entries(told).map(([label, word]) => `${label}="${escape(word)}"`);
    return `${name}${suffix}${words.length === 0 ? '' : `{${words.join(',')}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escape(word: string): string {
  return word.replace(/[\\"]/g, '\\$&').replaceAll('\n', String.raw`\n`);
}
