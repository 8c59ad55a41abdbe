import 'latchkey/define/install-button';

const notice = document.querySelector('.notice')!;

// Without the button there should be a reason.
if (matchMedia('(display-mode: standalone)').matches) notice.textContent = 'You are in the installed app.';
addEventListener('latch-installed', () => (notice.textContent = 'The app is installed on this device.'));
