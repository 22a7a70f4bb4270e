import { useT } from '../../kernel/i18n/i18n.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import type { Difference } from './differences.ts'
import '../panels/difference-list.css'

/** More of them nobody reads. */
const MAX_SHOWN = 60

/** What two states of a report differ in, one line each. */
export function DifferenceList({ of }: { of: readonly Difference[] }) {
  const t = useT()
  if (of.length === 0) return <p className="difference-none">{t('report-versions.same')}</p>
  return (
    <ul className="difference-list" aria-label={t('report-versions.differences')}>
      {of.slice(0, MAX_SHOWN).map((difference, at) => (
        <li key={at} className={`difference-${difference.what}`}>
          {sentenceOf(difference, t)}
        </li>
      ))}
      {of.length > MAX_SHOWN && <li>{t('report-versions.more', { count: of.length - MAX_SHOWN })}</li>}
    </ul>
  )
}

function sentenceOf({ what, place, set }: Difference, t: Translate): string {
  if (what === 'page' || what === 'sizes' || what === 'merges' || what === 'rows') return t(`report-versions.${what}`)
  return t(`report-versions.${what}`, { place: set === undefined ? (place ?? '') : t('report-versions.set', { name: set }) })
}
