import { render } from 'solid-js/web';
import { App } from './App.js';

render(() => <App />, document.querySelector('#app')!);
// Tags may be defined at any time, also after Solid has rendered them.
void import('./elements.js');
