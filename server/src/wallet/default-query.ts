import type { DcqlQuery } from 'dcql';

/**
 * What is asked where nothing else is configured: that the user is 18 or older, from a mobile driving licence or a
 * European identity.
 */
export const ageOver18: DcqlQuery.Input = {
  credentials: [
    {
      id: 'mdl',
      format: 'mso_mdoc',
      meta: { doctype_value: 'org.iso.18013.5.1.mDL' },
      claims: [{ path: ['org.iso.18013.5.1', 'age_over_18'], values: [true], intent_to_retain: false }],
    },
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['age_equal_or_over', '18'], values: [true] }],
    },
  ],
  credential_sets: [{ options: [['mdl'], ['pid']] }],
};
