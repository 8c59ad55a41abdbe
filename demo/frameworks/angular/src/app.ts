import { afterNextRender, Component, DestroyRef, inject, InjectionToken, signal } from '@angular/core';
import { clientFor, watchSession, type SessionState } from 'latchkey/session';
import { Account } from './account.js';
import { Cards } from './cards.js';
import { SignIn } from './sign-in.js';

/** The session that a server knows of; without it the app waits for the answer. */
export const INITIAL_SESSION = new InjectionToken<SessionState>('initial session');

@Component({
  selector: 'app-root',
  imports: [Account, Cards, SignIn],
  template: `
    <nav>
      <button (click)="page.set('home')">Home</button>
      <button (click)="page.set('cards')">Cards</button>
      <button (click)="page.set('account')">Account</button>
    </nav>
    <p role="status">{{ news() }}</p>
    @if (page() === 'home') {
      <h1>Home</h1>
    } @else if (page() === 'cards') {
      <app-cards (news)="news.set($event)" />
    } @else if (session()?.status === 'signed-out') {
      <app-sign-in (news)="news.set($event)" />
    } @else if (session(); as state) {
      <app-account [name]="state.status === 'signed-in' ? state.user?.name : undefined" (news)="news.set($event)" />
    }
  `,
})
export class App {
  readonly page = signal<'account' | 'cards' | 'home'>('account');
  readonly session = signal<SessionState | undefined>(inject(INITIAL_SESSION, { optional: true }) ?? undefined);
  readonly news = signal('');

  constructor() {
    const controller = new AbortController();
    afterNextRender(() =>
      watchSession(clientFor(), { onChange: (state) => this.session.set(state), signal: controller.signal }),
    );
    inject(DestroyRef).onDestroy(() => controller.abort());
  }
}
