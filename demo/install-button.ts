import 'latchkey/define/install-button';
import { isInstalled } from 'latchkey/install';

const notice = document.querySelector('.notice')!;

/** Without the button there should be a reason. */
function tellInstalled(): void {
  notice.textContent = 'The app is installed on this device.';
}

addEventListener('latch-installed', tellInstalled);
void isInstalled().then((installed) => installed && tellInstalled());
