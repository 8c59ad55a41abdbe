import '@awesome.me/webawesome/dist/components/input/input.js';
