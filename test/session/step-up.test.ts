import { expect } from '@open-wc/testing';
import { LatchError } from '../../src/base/client/errors.js';
import { fetchWithStepUp, withStepUp } from '../../src/session/step-up.js';
import { json } from '../support/browser/backend.js';
import { rejection } from '../support/browser/rejection.js';

const answer = { methods: ['passkey', 'password'] };
const refusal = (details: { methods?: string[] }) => new LatchError('step_up_required', 'refused', details);

describe('work that may need a step-up', () => {
  it('is done once, and no one is asked, when the backend takes it', async () => {
    expect(
      await withStepUp(
        async () => 'done',
        () => expect.fail('asked'),
      ),
    ).to.equal('done');
  });

  it('is done again once the person has proved who they are, by a method that the backend names', async () => {
    const happened: unknown[] = [];
    const { signal } = new AbortController();
    const work = async () => {
      happened.push('work');
      if (happened.length === 1) throw refusal(answer);
      return 'done';
    };
    const result = await withStepUp(work, async (methods, given) => void happened.push(methods, given), signal);
    expect(result).to.equal('done');
    expect(happened).to.deep.equal(['work', ['passkey', 'password'], signal, 'work']);
  });

  it('is given up when the person declines', async () => {
    let times = 0;
    const work = async () => {
      times++;
      throw refusal(answer);
    };
    const reason = await rejection(withStepUp(work, () => Promise.reject(new LatchError('cancelled', 'cancelled'))));
    expect([reason.code, times]).to.deep.equal(['cancelled', 1]);
  });

  it('is not tried a third time', async () => {
    let [times, asked] = [0, 0];
    const work = async () => {
      times++;
      throw refusal(answer);
    };
    const reason = await rejection(withStepUp(work, async () => void asked++));
    expect([reason.code, times, asked]).to.deep.equal(['step_up_required', 2, 1]);
  });

  for (const [what, error] of [
    ['another refusal', new LatchError('rejected', 'refused')],
    ['an error that only looks like ours', Object.assign(new Error('refused'), { code: 'step_up_required' })],
    ['nothing at all', undefined],
  ] as const) {
    it(`asks no one after ${what}`, async () => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      const reason = await rejection<unknown>(
        withStepUp(
          () => Promise.reject(error),
          () => expect.fail('asked'),
        ),
      );
      expect(reason).to.equal(error);
    });
  }

  it('is asked for without a method where the backend names none', async () => {
    let named: readonly string[] | undefined;
    const work = async () => {
      if (!named) throw refusal({});
    };
    await withStepUp(work, async (methods) => void (named = methods));
    expect(named).to.deep.equal([]);
  });
});

describe('a fetch that steps up', () => {
  const refused = () => json({ error: 'step_up_required', methods: ['password'] }, 403);

  /** A `fetch` that gives these answers in turn, and the requests it received. */
  function native(...answers: Response[]) {
    const requests: { method: string; url: string; body: string; header: string | null }[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      requests.push({
        method: request.method,
        url: request.url,
        body: await request.text(),
        header: request.headers.get('x-own'),
      });
      return answers[requests.length - 1]!;
    };
    return { fetch, requests };
  }

  it('passes an answer on as it is', async () => {
    const answer = json({ amount: 5 });
    const { fetch, requests } = native(answer);
    expect((await fetchWithStepUp(() => expect.fail('asked'), fetch)('/pay')) === answer).to.equal(true);
    expect(requests).to.have.length(1);
  });

  it('asks after a refusal and makes the request again, with its method, headers and body', async () => {
    const { fetch, requests } = native(refused(), json({ paid: true }));
    const asked: unknown[] = [];
    const answer = await fetchWithStepUp(async (methods) => void asked.push(...methods), fetch)('/pay', {
      method: 'POST',
      body: 'five',
      headers: { 'x-own': 'yes' },
    });
    expect(await answer.json()).to.deep.equal({ paid: true });
    expect(asked).to.deep.equal(['password']);
    expect(requests[1]).to.deep.equal(requests[0]);
    expect(requests[1]).to.include({ method: 'POST', body: 'five', header: 'yes' });
  });

  it('takes a Request with a body, which can be read only once', async () => {
    const { fetch, requests } = native(refused(), json({}));
    await fetchWithStepUp(async () => {}, fetch)(new Request('/pay', { method: 'PUT', body: 'five' }));
    expect(requests.map(({ body }) => body)).to.deep.equal(['five', 'five']);
  });

  it('passes a second refusal on', async () => {
    const { fetch, requests } = native(refused(), refused(), json({}));
    const answer = await fetchWithStepUp(async () => {}, fetch)('/pay');
    expect([answer.status, requests.length]).to.deep.equal([403, 2]);
    expect(await answer.json()).to.have.property('error', 'step_up_required');
  });

  it('rejects with what the person answered, and makes no second request', async () => {
    const { fetch, requests } = native(refused(), json({}));
    const reason = await rejection(
      fetchWithStepUp(() => Promise.reject(new LatchError('cancelled', 'cancelled')), fetch)('/pay'),
    );
    expect([reason.code, requests.length]).to.deep.equal(['cancelled', 1]);
  });

  for (const [what, answer] of [
    ['a 403 of another kind', json({ error: 'csrf' }, 403)],
    ['a 403 that is not JSON', new Response('<!doctype html>', { status: 403 })],
    ['a 403 that is null', json(null, 403)],
    ['a 401 with the same word', json({ error: 'step_up_required' }, 401)],
  ] as const) {
    it(`asks no one after ${what}, whose body the page can still read`, async () => {
      const { fetch } = native(answer);
      const given = await fetchWithStepUp(() => expect.fail('asked'), fetch)('/pay');
      expect(given.bodyUsed).to.equal(false);
    });
  }

  it('hands on the signal, and rejects as fetch does when it aborts', async () => {
    const controller = new AbortController();
    const fetch = fetchWithStepUp(() => expect.fail('asked'));
    controller.abort();
    expect((await rejection(fetch('/session', { signal: controller.signal }))).name).to.equal('AbortError');
  });
});
