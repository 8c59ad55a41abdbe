import '@awesome.me/webawesome/dist/components/otp-input/otp-input.js';
