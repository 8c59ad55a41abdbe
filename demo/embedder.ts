const frame = document.querySelector('iframe')!;

document.querySelector('[data-here]')!.textContent = location.host;
document.querySelector('[data-there]')!.textContent = new URL(frame.src).host;
