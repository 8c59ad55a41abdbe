import 'latchkey/define/session-list';
import { clientFor, startOwnSession } from 'latchkey/session';

// An app that WebKit has installed begins with a copy of the browser's session, and would sign the browser out with
// itself.
startOwnSession({ client: clientFor() }).catch(reportError);
