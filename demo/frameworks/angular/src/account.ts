import { Component, CUSTOM_ELEMENTS_SCHEMA, input, output } from '@angular/core';

@Component({
  selector: 'app-account',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>Hello, {{ name() }}</h1>
      <latch-passkey-create
        (latch-passkey-created)="news.emit('Passkey created.')"
        (latch-passkey-create-failed)="news.emit('No passkey created: ' + $event.detail.code + '.')"
      />
      <latch-passkey-list (latch-passkey-removed)="news.emit('Passkey removed.')" />
      <latch-sign-out-button [everything]="false" (latch-signed-out)="news.emit('Signed out.')" />
    </main>
  `,
})
export class Account {
  readonly name = input<string | undefined>();
  readonly news = output<string>();
}
