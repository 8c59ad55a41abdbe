/** The parts of Eleventy that the build of the site uses; the package has no types. */
declare module '@11ty/eleventy' {
  interface Configuration {
    setTemplateFormats(formats: readonly string[]): void;
    addTemplate(
      path: string,
      content: string | ((data: { content: string; sitePage: unknown }) => string),
      data?: Record<string, unknown>,
    ): void;
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: undefined; config(configuration: Configuration): void },
    );
    write(): Promise<void>;
  }
}
