/** What was sampled from one contestant. */
export interface Series<Sample> {
  readonly samples: readonly Sample[];
  /** How many samples were lost, and taken again. */
  readonly lost: number;
  /** Why there are none, or fewer than wanted. */
  readonly reason?: string;
}

/** How often one sample is tried before its contestant is given up. */
const attempts = 3;

/**
 * Takes one sample of each contestant in turns, `rounds` times, after one round that does not count. The order turns
 * around every round. A sample that is lost (`sample` rejects) is taken again; a contestant whose sample is lost three
 * times in a row is out, and the others go on.
 */
export async function sampleInTurns<Name extends string, Sample>(
  names: readonly Name[],
  rounds: number,
  sample: (name: Name) => Promise<Sample>,
): Promise<Record<Name, Series<Sample>>> {
  const series = new Map<Name, { samples: Sample[]; lost: number; reason?: string }>(
    names.map((name) => [name, { samples: [], lost: 0 }]),
  );
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 ? names : names.toReversed()) {
      const own = series.get(name)!;
      for (let attempt = 1; own.reason === undefined; attempt += 1) {
        try {
          const taken = await sample(name);
          if (round > 0) own.samples.push(taken);
          break;
        } catch (error) {
          if (attempt === attempts) {
            own.reason = firstLine(error);
          } else {
            own.lost += 1;
            console.error(`  lost a sample of ${name}, taking it again: ${firstLine(error)}`);
          }
        }
      }
    }
  }
  return Object.fromEntries(series) as unknown as Record<Name, Series<Sample>>;
}

/** An exact value, measured once, or the reason why it is missing. */
export async function takeOnce(take: () => Promise<number>): Promise<Series<number>> {
  try {
    return { samples: [await take()], lost: 0 };
  } catch (error) {
    return { samples: [], lost: 0, reason: firstLine(error) };
  }
}

/** What an error says, in one line. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().split('\n')[0]!;
}
