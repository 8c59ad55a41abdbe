import 'latchkey/define/manifest-inspector';
