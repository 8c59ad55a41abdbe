import { mount } from 'svelte';
import App from './App.svelte';

mount(App, { target: document.querySelector('#app')! });
// Tags may be defined at any time, also after Svelte has rendered them.
void import('./elements.js');
