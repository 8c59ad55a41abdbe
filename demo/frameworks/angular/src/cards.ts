import { Component, CUSTOM_ELEMENTS_SCHEMA, output } from '@angular/core';

@Component({
  selector: 'app-cards',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <latch-sign-in
        [methods]="['passkey', 'password']"
        (latch-signed-in)="news.emit('Signed in with ' + $event.detail.method + ' in the card.')"
      />
      <latch-sign-up
        methods="password"
        (latch-signed-up)="news.emit('Signed up with ' + $event.detail.method + '.')"
      />
    </main>
  `,
})
export class Cards {
  readonly news = output<string>();
}
