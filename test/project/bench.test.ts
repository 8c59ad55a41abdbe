import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawChart } from '../../bench/chart.js';
import { replaceSections } from '../../bench/document.js';
import { reached, type Figure, type Measurement } from '../../bench/measurement.js';
import { sampleInTurns, takeOnce } from '../../bench/sampling.js';
import { layOut } from '../../bench/table.js';

describe('sampling', () => {
  test('takes each contestant equally often, after a round that does not count', async () => {
    const calls = { ours: 0, raw: 0 };
    const series = await sampleInTurns(['ours', 'raw'], 3, async (name) => ++calls[name]);
    assert.deepEqual(series, { ours: { samples: [2, 3, 4], lost: 0 }, raw: { samples: [2, 3, 4], lost: 0 } });
  });

  test('takes a lost sample again', async () => {
    let calls = 0;
    const { ours } = await sampleInTurns(['ours'], 2, async () => {
      calls += 1;
      if (calls === 2 || calls === 3) throw new Error('the page was gone');
      return calls;
    });
    assert.deepEqual(ours, { samples: [4, 5], lost: 2 });
  });

  test('gives a contestant up that cannot be measured, says why, and goes on with the others', async () => {
    const { ours, peer } = await sampleInTurns(['ours', 'peer'], 2, async (name) => {
      if (name === 'peer') throw new Error('npm ci failed\nand more');
      return 1;
    });
    assert.deepEqual(ours, { samples: [1, 1], lost: 0 });
    assert.deepEqual(peer, { samples: [], lost: 2, reason: 'npm ci failed' });
  });

  test('takes an exact value once, or says why there is none', async () => {
    assert.deepEqual(await takeOnce(async () => 7), { samples: [7], lost: 0 });
    assert.deepEqual(
      await takeOnce(async () => {
        throw new Error('not installed');
      }),
      { samples: [], lost: 0, reason: 'not installed' },
    );
  });
});

const figure: Figure = {
  what: 'click → request',
  unit: 'ms',
  contestants: [
    { name: 'latch-passkey-button', samples: [1, 2, 3], lost: 1 },
    { name: 'by hand', samples: [1, 1, 1], lost: 0 },
    { name: 'a <peer>', samples: [], lost: 2, reason: 'it is not installed' },
  ],
  target: { atMost: 1.5, times: 'by hand' },
};
const measurement: Measurement = { name: 'click', title: 'Click', notes: ['A note.'], measure: async () => [figure] };

describe('the table', () => {
  test('has medians, spread, ratios, the target, and what was taken again or not measured', () => {
    const [, , , , , ours, raw, peer] = layOut(measurement, [figure])
      .split('\n')
      .map((line) => line.trim());
    assert.match(
      ours!,
      /^latch-passkey-button +3, 1 taken again +2\.00 ms +1\.10 ms to 2\.90 ms +≤ 1\.5 × by hand: 2\.00, MISSED$/,
    );
    assert.match(raw!, /^by hand +3 +1\.00 ms +1\.00 ms to 1\.00 ms +0\.50$/);
    assert.match(peer!, /^a <peer> +0 +not measured: it is not installed$/);
  });

  test('judges no target when a side of it was not measured', () => {
    const [ours, raw] = figure.contestants;
    assert.equal(reached(figure), 2);
    assert.equal(reached({ ...figure, contestants: [{ ...ours, samples: [] }, raw!] }), undefined);
    assert.equal(reached({ ...figure, contestants: [ours, { ...raw!, samples: [] }] }), undefined);
    assert.throws(() => reached({ ...figure, contestants: [ours] }), /"click → request" has a target of by hand/);
  });

  test('counts requests, and compares nothing with none', () => {
    const counted: Figure = {
      what: 'requests',
      unit: 'requests',
      contestants: [
        { name: 'ours', samples: [0], lost: 0 },
        { name: 'by hand', samples: [2], lost: 0 },
      ],
    };
    const lines = layOut(measurement, [counted]).split('\n');
    assert.deepEqual(
      lines.slice(5, 7).map((line) => line.trim().split(/ {2,}/)),
      [
        ['ours', '1', '0'],
        ['by hand', '1', '2'],
      ],
    );
  });
});

describe('the page', () => {
  test('gets new sections and sections in the place of old ones, and keeps the others', () => {
    const text = '# Figures\n\n## Click\n\nold\n\n## Vault\n\nkept\n\n## What the sizes import\n\nlast\n';
    const added = { ...measurement, title: 'Added' };
    const outcomes = [measurement, added].map((one) => ({ measurement: one, figures: [figure] }));
    const written = replaceSections(text, outcomes, 'Today.');
    assert.deepEqual(written.match(/^## .*$/gm), ['## Click', '## Vault', '## Added', '## What the sizes import']);
    assert.ok(written.includes('kept') && written.includes('last') && !written.includes('old'));
    assert.equal(written.split('Measured by itself. Today.').length, 3);
  });
});

describe('the chart', () => {
  const chart = drawChart('Times', 'Shorter is better.', [figure]);

  test('has a title and a description for screen readers, and the values as text', () => {
    assert.match(chart, /role="img" aria-labelledby="title description"/);
    assert.match(chart, /<title id="title">Times<\/title>\n<desc id="description">Shorter is better\.<\/desc>/);
    for (const text of ['click → request', 'latch-passkey-button', '2.00 ms', 'a &lt;peer&gt;', 'not measured'])
      assert.ok(chart.includes(`>${text}</text>`), text);
  });

  test('draws bars in proportion', () => {
    const widths = [...chart.matchAll(/<rect [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
    assert.deepEqual(widths, [280, 140, 0]);
  });
});
