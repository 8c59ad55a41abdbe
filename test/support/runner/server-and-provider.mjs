// The reference server, and the development provider beside it: in one process, which costs no more than the server
// alone until the provider is used.
import { client, openProvider } from '../../../demo/provider/open-provider.ts';
import { productionCost } from '../../../server/src/accounts/passwords.ts';

const { issuer } = await openProvider(0);
Object.assign(process.env, {
  PROVIDERS: JSON.stringify([
    {
      id: 'example',
      name: 'Example ID',
      icon: '/providers/example.svg',
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
    },
  ]),
  FEDCM_CONFIG_URL: `${issuer}/fedcm.json`,
  FEDCM_CLIENT_ID: client.id,
  FEDCM_ISSUER: issuer,
});
// hashed at next to no cost, as on the other servers under test: most of the time of these tests would go there
Object.assign(productionCost, { N: 2, r: 1, p: 1 });
const { runProgram } = await import('../../../server/src/program.ts');
await runProgram([]);
