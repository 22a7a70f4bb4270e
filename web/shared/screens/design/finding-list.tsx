/** What is wrong with a screen, and what ought to be looked at: each leads to the widget that it is about. */
import type { ScreenFinding } from '../../../../model/contract/screen/screens.ts'
import type { ScreenPage } from '../../../../model/screens/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import '../../panels/fault-list.css'
import './finding-list.css'

interface FindingProps {
  readonly findings: readonly ScreenFinding[]
  readonly pages: readonly ScreenPage[]
  /** Leads to a widget, or a page; absent where nothing can be led to. */
  readonly onChoose?: ((page: string, widget: string | null) => void) | undefined
}

export function FindingList({ findings, pages, onChoose }: FindingProps) {
  const t = useT()
  if (findings.length === 0) return <p className="fault-none">{t('screen-list.no-findings')}</p>
  const worst = findings.toSorted((one, other) => Number(one.level === 'advice') - Number(other.level === 'advice'))
  return (
    <ul className="fault-list">
      {worst.map(({ page, widget, code, level, detail }, at) => {
        const own = pages.find(({ id }) => id === page)
        const name = own?.widgets.find(({ id }) => id === widget)?.name ?? widget
        const where = [own?.title, name].filter(Boolean).join(' › ')
        const text = `${where === '' ? '' : `${where} · `}${t(`screens.finding.${code}`, { detail })}`
        return (
          <li key={at} className={level === 'advice' ? 'screen-finding-advice' : undefined}>
            <strong>{t(`screen-list.level-${level}`)}</strong>{' '}
            {onChoose && own ? (
              <button type="button" onClick={() => onChoose(page, widget)}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        )
      })}
    </ul>
  )
}
