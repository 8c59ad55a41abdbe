import { describe } from 'node:test';
import { isSoak } from '../support/node/quick.js';
import { describeFramework } from './framework-journey.js';

/** React and Next are also created apps, and what compiles JSX of Solid is much like them. */
const describeInSoak: typeof describeFramework = isSoak
  ? describeFramework
  : (name) => void describe(`the app in ${name}`, { skip: 'It is part of the soak.' }, () => {});

describeInSoak('Solid', {
  file: 'src/Wrong.tsx',
  text: `export const wrong = () => (
  <>
    <latch-oidc-button mode="window" />
    <latch-otp-input prop:length={true} />
    <latch-passkey-field on:latch-signed-in={({ detail }) => detail.token} />
  </>
);
`,
  names: [/"window"/, /number/, /'token'/],
});

describeFramework('Vue', {
  file: 'src/Wrong.vue',
  text: `<script setup lang="ts"></script>
<template>
  <latch-oidc-button mode="window" />
  <latch-otp-input :length="true" />
  <latch-passkey-field @latch-signed-in="({ detail }) => detail.token" />
</template>
`,
  names: [/"window"/, /number/, /'token'/],
});

describeFramework('Svelte', {
  file: 'src/Wrong.svelte',
  text: `<script lang="ts"></script>
<latch-oidc-button mode="window"></latch-oidc-button>
<latch-otp-input length={true}></latch-otp-input>
<latch-passkey-field onlatch-signed-in={({ detail }) => detail.token}></latch-passkey-field>
`,
  names: [/"window"/, /number/, /'token'/],
});

// Angular checks events in templates, and takes whatever property is set on a custom element.
describeFramework('Angular', {
  file: 'src/Wrong.ts',
  text: `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';

@Component({
  selector: 'app-wrong',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: '<latch-passkey-field (latch-signed-in)="tell($event.detail.token)" />',
})
export class Wrong {
  tell(_token: unknown): void {}
}
`,
  names: [/'token'/],
});

describeInSoak('React 18', {
  file: 'src/Wrong.tsx',
  text: `import { OtpInput, PasskeyField, SignInCard } from './tags.js';

export const wrong = (
  <>
    <SignInCard mode="window" />
    <OtpInput length={true} />
    <PasskeyField onSignedIn={({ detail }) => detail.token} />
  </>
);
`,
  names: [/"window"/, /boolean/, /'token'/],
});

describeInSoak('Next', {
  file: 'app/Wrong.tsx',
  text: `export const wrong = (
  <>
    <latch-oidc-button mode="window" />
    <latch-otp-input length={true} />
    <latch-passkey-field onlatch-signed-in={({ detail }) => detail.token} />
  </>
);
`,
  names: [/"window"/, /number/, /'token'/],
});
