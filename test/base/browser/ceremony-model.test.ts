import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { run, type CeremonyMode } from '../../../src/base/browser/ceremony.js';
import { settled, stopClock } from '../../support/browser/clock.js';
import { runs } from '../../support/browser/runs.js';

/** What the page's turns should be, as simply as it can be said: who runs, who was asked to let go, and who waits. */
interface Model {
  last: number;
  running: { id: number; mode: CeremonyMode; isEnding: boolean; isAnswered: boolean } | undefined;
  waiting: { id: number; mode: CeremonyMode }[];
}

interface Page {
  readonly ceremonies: { commit(): void; finish(): void; abort(): void; begun: boolean; ended: boolean }[];
  clock: ReturnType<typeof stopClock>;
}

function admit(model: Model): void {
  if (model.running) return;
  const next = (['modal', 'calm', 'ambient'] as const)
    .map((wanted) => model.waiting.find(({ mode }) => mode === wanted))
    .find(Boolean);
  if (!next) return;
  model.waiting.splice(model.waiting.indexOf(next), 1);
  model.running = { ...next, isEnding: false, isAnswered: false };
}

async function check(model: Model, { ceremonies }: Page): Promise<void> {
  await settled();
  const running = ceremonies.flatMap(({ begun, ended }, id) => (begun && !ended ? [id] : []));
  expect(running).to.deep.equal(model.running ? [model.running.id] : []);
}

/** Begins a ceremony which, once aborted, holds on to the browser until the test finishes it. */
const begin = (mode: CeremonyMode): fc.AsyncCommand<Model, Page> => ({
  check: () => true,
  toString: () => `begin ${mode}`,
  async run(model, page) {
    const id = model.last++;
    const controller = new AbortController();
    const ceremony = {
      commit: () => {},
      finish: () => {},
      abort: () => controller.abort(),
      begun: false,
      ended: false,
    };
    page.ceremonies[id] = ceremony;
    const work = (_signal: AbortSignal, commit: () => void) => {
      Object.assign(ceremony, { commit, begun: true });
      return new Promise<void>((resolve) => (ceremony.finish = resolve)).finally(() => (ceremony.ended = true));
    };
    run(work, { mode, signal: controller.signal }).catch(() => {});
    const isSafe = model.running?.isAnswered;
    if (mode === 'modal') {
      if (model.running && !isSafe) model.running.isEnding = true;
      model.waiting = model.waiting.filter((other) => other.mode !== 'modal');
    }
    if (mode === 'calm') {
      if (model.running && !isSafe && model.running.mode !== 'modal') model.running.isEnding = true;
      model.waiting = model.waiting.filter((other) => other.mode !== 'calm');
    }
    model.waiting.push({ id, mode });
    admit(model);
    await check(model, page);
  },
});

/** The browser answers the running ceremony, and the backend decides. */
const answer: fc.AsyncCommand<Model, Page> = {
  check: ({ running }) => running !== undefined,
  toString: () => 'answer',
  async run(model, page) {
    page.ceremonies[model.running!.id]!.commit();
    model.running!.isAnswered = true;
    await check(model, page);
  },
};

const finish: fc.AsyncCommand<Model, Page> = {
  check: ({ running }) => running !== undefined,
  toString: () => 'finish',
  async run(model, page) {
    page.ceremonies[model.running!.id]!.finish();
    model.running = undefined;
    admit(model);
    await check(model, page);
  },
};

const abort = (chosen: number): fc.AsyncCommand<Model, Page> => ({
  check: ({ last }) => last > 0,
  toString: () => `abort ${chosen}`,
  async run(model, page) {
    const id = chosen % model.last;
    page.ceremonies[id]!.abort();
    model.waiting = model.waiting.filter((other) => other.id !== id);
    if (model.running?.id === id) model.running.isEnding = true;
    await check(model, page);
  },
});

/** Time enough for the page to give up on whatever does not let go. */
const losePatience: fc.AsyncCommand<Model, Page> = {
  check: ({ running }) => running?.isEnding === true,
  toString: () => 'lose patience',
  async run(model, page) {
    await page.clock.pass(500);
    page.ceremonies[model.running!.id]!.ended = true;
    model.running = undefined;
    admit(model);
    await check(model, page);
  },
};

it('ceremonies take turns as the model says, in every order of beginning, answering, finishing, aborting and waiting', async () => {
  const commands = [
    fc.constantFrom<CeremonyMode>('ambient', 'calm', 'modal').map(begin),
    fc.nat(20).map(abort),
    fc.constant(answer),
    fc.constant(finish),
    fc.constant(losePatience),
  ];
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30 }), async (sequence) => {
      const clock = stopClock();
      const page: Page = { ceremonies: [], clock };
      try {
        await fc.asyncModelRun(() => ({ model: { last: 0, running: undefined, waiting: [] }, real: page }), sequence);
      } finally {
        for (const ceremony of page.ceremonies) ceremony.abort();
        for (const ceremony of page.ceremonies) ceremony.finish();
        await clock.pass(500);
        clock.restore();
      }
    }),
    runs(10_000),
  );
});
