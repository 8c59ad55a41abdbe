import * as english from './en/codes.js';
import type { Section } from './section.js';

/** What `latch-otp-input` says. `{length}` stands for a number of digits, `{seconds}` for a number, `{address}` for an address. */
export const otpInput: Section<typeof english.otpInput> = {
  group: 'codes',
  name: 'otpInput',
  english: english.otpInput,
};
