/** Language tags by BCP 47 (https://www.rfc-editor.org/info/bcp47). */

/** A tag in its canonical form, such as `pt-BR` for `PT_br`; '' for what is no tag. */
export function canonicalLanguage(tag: string): string {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))
    // The tags for "undetermined" and "no language" say nothing.
    return /^(?:und|zxx|mis|mul)(?:-|$)/.test(canonical) || canonical.length > LONGEST ? '' : canonical
  } catch {
    return ''
  }
}

/** The longest tag that is kept. */
const LONGEST = 35
