const mediaType = /^[\t-\r ]*[!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+[\t-\r ]*$/;
const knownType = /^[\t-\r ]*(?:application|audio|example|font|image|message|model|multipart|text|video|x-[^/]+)\//i;

/** Whether a text is a type and a subtype, without parameters; white space around both together does not matter. */
export function isMediaType(given: string): boolean {
  return mediaType.test(given);
}

/** The same, of one of the registered kinds or an experimental one: what Chromium wants of types of files. */
export function isFileType(given: string): boolean {
  return isMediaType(given) && knownType.test(given);
}
