import { languageOf } from '../base/element/language.js';

/**
 * Writes an amount of money in the language of `element`, with every digit that it has: as many decimals as are
 * written, or as the currency usually has if those are more. Nothing is rounded.
 *
 * @param value A decimal number in plain digits.
 * @param currency An ISO 4217 code.
 */
export function writeAmount(element: Element, value: string, currency: string): string {
  const usual = new Intl.NumberFormat(languageOf(element), { style: 'currency', currency });
  const { locale, minimumFractionDigits = 0 } = usual.resolvedOptions();
  const digits = Math.max(minimumFractionDigits, value.split('.')[1]?.length ?? 0);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // As text: a number would not hold all digits.
  return format.format(value as `${number}`);
}
