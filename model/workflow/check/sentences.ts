/** What the check of a model found, as sentences: the server says them in its answers and the designer beside the drawing, both the same. */
import type { Translate } from '../../labels/index.ts'
import type { Finding } from './findings.ts'

/** The sentence about a finding, which names the element as the drawing does. */
export function sentenceOfFinding({ code, element, name, about = '' }: Finding, t: Translate): string {
  const called = name ?? element
  const place = called === '' ? t('process-check.whole') : t('process-check.named', { name: called })
  return t(`process-check.${code}`, { place, about })
}
