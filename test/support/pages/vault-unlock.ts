import 'latchkey/define/vault-unlock';

const lock = document.querySelector('latch-vault-unlock')!;
const note = document.querySelector('textarea')!;
const kept = document.querySelector<HTMLElement>('[data-kept]')!;

lock.addEventListener('latch-unlocked', async () => {
  const { vault } = lock;
  const text = await vault?.get('notes', 'one');
  // it may have been locked again in the meantime
  if (lock.vault === vault && typeof text === 'string') note.value = text;
});

// what is hidden is still in the document
lock.addEventListener('latch-locked', () => {
  note.value = '';
  kept.textContent = '';
});

note.addEventListener('input', async () => {
  kept.textContent = '';
  const { value } = note;
  try {
    await lock.vault?.set('notes', 'one', value);
    // more may have been typed in the meantime, or the lock closed
    if (note.value === value && lock.unlocked) kept.textContent = 'Kept.';
  } catch {
    kept.textContent = 'This could not be kept.';
  }
});
