// Answers a request of the demo as a wallet would: `node dist/development/wallet.js http://localhost:3000 < request.json >
// response.json`. What it holds was issued by the development authority of DATA_DIR, which `npm start` has the server
// trust.
import { text } from 'node:stream/consumers';
import type { IdentityRequest } from '../../src/base/contract/types.js';
import { authorityFolder, keepAuthority } from './kept-authority.js';
import { createWallet } from './wallet.js';

const [origin, ...others] = process.argv.slice(2);
if (origin === undefined || others.length > 0 || !URL.canParse(origin)) {
  console.error('Name the origin that asks, and hand in its request: wallet.js http://localhost:3000 < request.json');
  process.exitCode = 2;
} else {
  try {
    const request = JSON.parse(await text(process.stdin)) as Partial<IdentityRequest> | null;
    if (!request?.protocol || !request.data) throw new TypeError('it is not what GET /identity/request answers.');
    const wallet = await createWallet({ authority: await keepAuthority(authorityFolder(process.env)) });
    console.log(
      JSON.stringify(
        await wallet.answerRequest({ protocol: request.protocol, data: request.data, origin: new URL(origin).origin }),
      ),
    );
  } catch (error) {
    console.error(`The request cannot be answered: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
