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

/**
 * Whether a `Content-Type` is a JSON MIME type: `application/json`, `text/json`, or any type that ends in `+json`. Browsers
 * ignore the type of the response, but proxies and checkers do not.
 *
 * @see {@link https://mimesniff.spec.whatwg.org/#json-mime-type MIME Sniffing, JSON MIME type}
 */
export function isJsonType(contentType: string): boolean {
  return /^\s*((application|text)\/|[^\s;]+\/[^\s;]*\+)json\s*(;|$)/i.test(contentType);
}
