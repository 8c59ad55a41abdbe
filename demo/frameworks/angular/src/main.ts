import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app.js';

await bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });
// Tags may be defined at any time, also after Angular has rendered them.
void import('./elements.js');
