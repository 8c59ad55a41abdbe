import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { App, INITIAL_SESSION } from './app.js';

const zoneless = provideZonelessChangeDetection();
if (document.querySelector('app-root')!.hasChildNodes()) {
  // A server has rendered the app: see main.server.ts. Tags may be defined before Angular hydrates them.
  await import('./elements.js');
  const session = { provide: INITIAL_SESSION, useValue: { status: 'signed-out' } };
  await bootstrapApplication(App, { providers: [zoneless, provideClientHydration(), session] });
} else {
  await bootstrapApplication(App, { providers: [zoneless] });
  // Tags may also be defined after Angular has rendered them.
  void import('./elements.js');
}
