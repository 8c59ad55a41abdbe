import { describeFramework } from './framework-journey.js';

describeFramework('React', {
  file: 'src/Wrong.tsx',
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
