import { Component, DestroyRef, inject, signal } from '@angular/core';
import { clientFor, watchSession, type SessionState } from 'latchkey/session';
import { Account } from './account.js';
import { SignIn } from './sign-in.js';

@Component({
  selector: 'app-root',
  imports: [Account, SignIn],
  template: `
    <nav>
      <button (click)="page.set('home')">Home</button>
      <button (click)="page.set('account')">Account</button>
    </nav>
    <p role="status">{{ news() }}</p>
    @if (page() === 'home') {
      <h1>Home</h1>
    } @else if (session()?.status === 'signed-out') {
      <app-sign-in (news)="news.set($event)" />
    } @else if (session(); as state) {
      <app-account [name]="state.status === 'signed-in' ? state.user?.name : undefined" (news)="news.set($event)" />
    }
  `,
})
export class App {
  readonly page = signal<'account' | 'home'>('account');
  readonly session = signal<SessionState | undefined>(undefined);
  readonly news = signal('');

  constructor() {
    const controller = new AbortController();
    watchSession(clientFor(), { onChange: (state) => this.session.set(state), signal: controller.signal });
    inject(DestroyRef).onDestroy(() => controller.abort());
  }
}
