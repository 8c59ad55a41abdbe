import 'latchkey/define/account';

const account = document.querySelector('latch-account')!;
// Nothing of a deleted account is there to be shown any more.
account.addEventListener('latch-account-deleted', ({ detail }) => {
  if (detail.deletesAt <= Date.now()) location.assign('/');
});
