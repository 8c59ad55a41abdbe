import { Component, CUSTOM_ELEMENTS_SCHEMA, output } from '@angular/core';
import type {} from 'latchkey/elements';

@Component({
  selector: 'app-sign-in',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>Sign in</h1>
      <form (submit)="$event.preventDefault()">
        <latch-passkey-field
          [autofillOnly]="false"
          (latch-signed-in)="news.emit('Signed in with ' + $event.detail.method + '.')"
          (latch-sign-in-failed)="news.emit('Not signed in: ' + $event.detail.code + '.')"
        >
          <label for="username">Username</label>
          <input id="username" name="username" autocomplete="username webauthn" />
        </latch-passkey-field>
      </form>
      <latch-passkey-button
        [hints]="['client-device', 'hybrid']"
        (latch-signed-in)="news.emit('Signed in with ' + $event.detail.method + '.')"
      />
      <latch-password-form
        [automatic]="false"
        (latch-signed-in)="news.emit('Signed in with ' + $event.detail.method + '.')"
      />
      <latch-otp-input
        #code
        [length]="8"
        auto-submit="false"
        (latch-code-complete)="news.emit(code.length + ' digits entered.')"
      />
    </main>
  `,
})
export class SignIn {
  readonly news = output<string>();
}
