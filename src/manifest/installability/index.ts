import type { Installability, InstallabilityFacts, InstallabilityReason, ProcessedResult } from '../types.js';
import { checkChromium } from './chromium.js';

/** Something to know that decides nothing. */
function note(id: string, message: string): InstallabilityReason {
  return { id, effect: 'notes', message };
}

/** Notes for every engine: what the manifest gives to the app there, and what the network knows better than it. */
function collectNotes(
  { manifest, understood, withoutEffect, appId }: ProcessedResult,
  { earlierId = appId, associations = {} }: InstallabilityFacts,
): InstallabilityReason[] {
  const given = understood.filter((name) => !withoutEffect.includes(name));
  const notes = [
    note('manifest-contributes', `The manifest gives ${given.join(', ') || 'nothing; the page itself has to do'}.`),
  ];
  if (withoutEffect.length > 0) notes.push(note('without-effect', `No effect here: ${withoutEffect.join(', ')}.`));
  if (earlierId !== appId)
    notes.push(
      note('id-changed', `The page linked the app ${earlierId} before, and ignores ${appId} until it is loaded again.`),
    );
  for (const { origin } of manifest.scope_extensions) {
    if (associations[origin] === false)
      notes.push(
        note(
          'scope-extension-unconfirmed',
          `${origin} stays outside: it does not name ${appId} in /.well-known/web-app-origin-association.`,
        ),
      );
  }
  return notes;
}

/**
 * Says whether the app can be installed with the engine that the manifest was processed for. For Chromium that means by
 * the browser's own offer, with the reasons that its developer tools name; for WebKit and Gecko it means whether a
 * user can add the site, and what the manifest gives to it. `facts` are what only the page and the network know; what
 * is not given is not judged.
 */
export function checkInstallability(processed: ProcessedResult, facts: InstallabilityFacts = {}): Installability {
  const result = check(processed, facts);
  return { ...result, reasons: [...result.reasons, ...collectNotes(processed, facts)] };
}

function check(processed: ProcessedResult, facts: InstallabilityFacts): Installability {
  switch (processed.engine) {
    case 'chromium':
      return checkChromium(processed, facts);
    case 'webkit':
      return checkWebKit(processed, facts);
    case 'gecko':
      return checkGecko(processed);
    case 'spec':
      return {
        installable: true,
        promotable: false,
        effectiveDisplay: processed.manifest.display,
        reasons: [note('any-site', 'By the specification every site can be installed.')],
      };
  }
}

/** What an engine without requirements answers. */
function addedByHand(
  effectiveDisplay: Installability['effectiveDisplay'],
  since: number | undefined,
  reasons: InstallabilityReason[],
): Installability {
  if (since !== undefined)
    reasons.unshift({
      id: 'version-too-old',
      effect: 'blocks-install',
      message: `Apps can be added since version ${since}.`,
    });
  return { installable: since === undefined, promotable: false, effectiveDisplay, reasons };
}

/**
 * WebKit has no requirements: users add a site to the Home Screen or the Dock themselves, and the manifest sets its
 * appearance.
 */
function checkWebKit(
  { manifest, platform, version = Infinity }: ProcessedResult,
  { touchIcon }: InstallabilityFacts,
): Installability {
  const { display, icons } = manifest;
  const isMobile = platform === 'mobile';
  const isTab = display === 'browser' || display === 'minimal-ui';
  const reasons = [
    note('added-by-hand', `Users add it themselves: Share, Add to ${isMobile ? 'Home Screen' : 'Dock'}.`),
  ];
  if (touchIcon !== undefined)
    reasons.push(note('touch-icon-wins', `The apple-touch-icon ${touchIcon} is used, and no icon of the manifest.`));
  else if (!icons.some(({ purpose }) => purpose.includes('any')))
    reasons.push(
      note('no-usable-icon', 'Without an apple-touch-icon or an icon of purpose any it gets a picture of the page.'),
    );
  if (isTab)
    reasons.push(
      note(
        isMobile ? 'opens-in-browser-before-26' : 'opens-as-standalone',
        `It opens as standalone, though "display" is ${display}${isMobile ? '; before iOS 26 in the browser' : ''}.`,
      ),
    );
  return addedByHand(
    isTab && isMobile && version < 26 ? 'browser' : 'standalone',
    !isMobile && version < 17 ? 17 : undefined,
    reasons,
  );
}

/** Gecko has no requirements: users add a site to the home screen, or pin it to the taskbar of Windows. */
function checkGecko({ manifest, platform, version = Infinity }: ProcessedResult): Installability {
  return platform === 'mobile'
    ? addedByHand(manifest.display, undefined, [
        note(
          'added-by-hand',
          'Users add it themselves: menu, Add to Home screen. Without a manifest it is a shortcut with the title and icon of the page.',
        ),
      ])
    : addedByHand('minimal-ui', version < 143 ? 143 : undefined, [
        note(
          'added-by-hand',
          'Users pin any site to the taskbar: on Windows from version 143, of the Microsoft Store from 150; on Linux if browser.taskbarTabs.enabled is set; not on macOS.',
        ),
      ]);
}
