import { expect } from '@open-wc/testing';
import { Activity } from '../../../src/base/element/activity.js';
import { rejection } from '../../support/browser/rejection.js';

describe('an activity of a view', () => {
  let shown: (string | undefined)[];
  let activity: Activity<'asking' | 'verifying'>;

  beforeEach(() => {
    shown = [];
    activity = new Activity({ requestUpdate: () => shown.push(activity.phase) } as never);
  });

  it('shows each phase it enters, and none when it is over', async () => {
    expect(activity.phase).to.equal(undefined);
    await activity.run(async (enter) => {
      enter('asking');
      await Promise.resolve();
      enter('verifying');
    });
    expect(shown).to.deep.equal(['asking', 'verifying', undefined]);
  });

  it('is shared by callers that start it while it runs, and can be started again afterwards', async () => {
    let times = 0;
    let finish!: () => void;
    const work = () => {
      times++;
      return new Promise<void>((resolve) => (finish = resolve));
    };
    const first = activity.run(work);
    const second = activity.run(work);
    expect([times, first === second]).to.deep.equal([1, true]);
    finish();
    await first;
    void activity.run(work);
    expect(times).to.equal(2);
    finish();
  });

  it('is over also when it fails', async () => {
    const fail = async (enter: (phase: 'asking') => void) => {
      enter('asking');
      throw new Error('no');
    };
    expect((await rejection(activity.run(fail))).message).to.equal('no');
    expect(shown).to.deep.equal(['asking', undefined]);
    await activity.run(async () => {});
  });
});
