import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication, provideClientHydration, type BootstrapContext } from '@angular/platform-browser';
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr';
import { App, INITIAL_SESSION } from './app.js';
import './elements.js';

/** Renders the app for a user who is not signed in. */
export default (context: BootstrapContext) =>
  bootstrapApplication(
    App,
    {
      providers: [
        provideZonelessChangeDetection(),
        provideClientHydration(),
        provideServerRendering(withRoutes([{ path: '**', renderMode: RenderMode.Prerender }])),
        { provide: INITIAL_SESSION, useValue: { status: 'signed-out' } },
      ],
    },
    context,
  );
